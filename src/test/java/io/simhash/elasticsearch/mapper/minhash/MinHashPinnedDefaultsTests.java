package io.simhash.elasticsearch.mapper.minhash;

import static org.hamcrest.Matchers.equalTo;

import io.simhash.core.minhash.Bands;
import io.simhash.elasticsearch.mapper.PinnedDefaultsTestCase;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperService;

/** The signatures of a {@code minhash} field stay comparable. */
public class MinHashPinnedDefaultsTests extends PinnedDefaultsTestCase {

  private static final Map<String, Object> OTHER =
      Map.of(
          "hashes",
          512,
          "bands",
          32,
          "rows",
          3,
          "shingle",
          Map.of("unit", "character", "size", 3),
          "analyzer",
          "simple");

  public MinHashPinnedDefaultsTests() {
    super("minhash");
  }

  @Override
  protected Mapper.TypeParser parser(Map<String, Object> defaults) {
    return MinHashFieldMapper.parser(defaults);
  }

  @Override
  protected Object stored(MapperService service, String field) {
    MinHashFieldType type = (MinHashFieldType) service.fieldType(field);
    TextMinHasher minHasher = type.minHasher();
    return minHasher.of(List.of(TEXT)).orElseThrow();
  }

  private static Bands bands(MapperService service) {
    return ((MinHashFieldType) service.fieldType("field")).minHasher().bands();
  }

  public void testOtherDefaults() throws IOException {
    assertKept(OTHER, Map.of());
    assertKept(OTHER, Map.of("bands", 8));
    assertKept(OTHER, Map.of("rows", "5"));
    for (String one : List.of("hashes", "bands", "rows")) {
      assertKept(ofToday(one), Map.of());
    }
    assertKept(OTHER, Map.of("shingle", Map.of()));
    assertKept(OTHER, Map.of("hashes", "128", "shingle", Map.of("unit", "character")));
    assertKept(
        OTHER, Map.of("shingle", Map.of("unit", "token", "size", 2), "analyzer", "standard"));
  }

  /** The defaults of today, but one of {@link #OTHER}. */
  private static Map<String, Object> ofToday(String option) {
    Map<String, Object> defaults = new TreeMap<>(MinHashFieldBuilder.DEFAULTS);
    defaults.put(option, OTHER.get(option));
    return defaults;
  }

  public void testTheDefaultAnalyzer() throws IOException {
    Map<String, Object> tokens = Map.of("unit", "token", "size", 1);
    MapperService service = upgraded(made(OTHER, field("shingle", tokens)));
    assertThat(shown(service).get("analyzer"), equalTo("simple"));
    assertUnchanged(service, "shingle", tokens);
    assertUnchanged(service, "analyzer", "simple");
    assertUpdateRefused(
        service, "Cannot update parameter [analyzer] from [simple] to [ansj]", "analyzer", "ansj");
  }

  public void testFieldsOfADynamicTemplate() throws IOException {
    assertKeptWhereItIsDynamic(OTHER, Map.of("shingle", Map.of("unit", "character")));
  }

  public void testWhatIsPinned() throws IOException {
    assertShown(pinned());
    assertShown(
        pinned("hashes", 64, "bands", 8, "rows", 7), "hashes", "64", "bands", "8", "rows", "7");
    Map<String, Object> five = Map.of("unit", "character", "size", 5);
    assertShown(pinned("shingle", five), "shingle", Map.of("size", "5"));
    Map<String, Object> tokens = Map.of("unit", "token", "size", 2);
    assertShown(
        pinned("shingle", tokens, "analyzer", "standard"),
        "shingle",
        tokens,
        "analyzer",
        "standard");
  }

  /** The whole mapping with the defaults, but for these options. */
  private static Map<String, Object> pinned(Object... options) {
    Map<String, Object> whole = new TreeMap<>();
    whole.put("type", "minhash");
    whole.put("hashes", 1024);
    whole.put("bands", 64);
    whole.put("rows", 2);
    for (int i = 0; i < options.length; i += 2) {
      whole.put((String) options[i], options[i + 1]);
    }
    return whole;
  }

  private void assertShown(Map<String, Object> expected, Object... typed) throws IOException {
    MapperService service = createMapperService(field(typed));
    assertThat(shown(service), equalTo(expected));
    MapperService copy = createMapperService(mapping(b -> b.field("field", expected)));
    assertThat(shown(copy), equalTo(expected));
  }

  public void testAPartOfAShingleInheritsTheOther() throws IOException {
    MapperService service = upgraded(made(OTHER, field("shingle", Map.of("unit", "character"))));
    assertThat(bands(service), equalTo(new Bands(512, 32, 3)));
    for (Map<String, Object> part :
        List.<Map<String, Object>>of(
            Map.of(),
            Map.of("unit", "character"),
            Map.of("size", "3"),
            Map.of("size", 3, "unit", "character"))) {
      assertUnchanged(service, "shingle", part);
    }
    String conflict = "Cannot update parameter [shingle] from [{size=3, unit=character}] to ";
    assertUpdateRefused(
        service, conflict + "[{size=5, unit=character}]", "shingle", Map.of("size", 5));
    assertUpdateRefused(
        service,
        conflict + "[{size=3, unit=token}]",
        "shingle",
        Map.of("unit", "token", "size", 3));
    assertUpdateRefused(
        service, "unknown options [step] in [shingle]", "shingle", Map.of("step", 1));
    assertUpdateRefused(
        service, "Cannot update parameter [hashes] from [512] to [1024]", "hashes", 1024);
    assertUpdateRefused(service, "[hashes] must be an integer but was [many]", "hashes", "many");
    assertUpdateRefused(service, "Cannot update parameter [bands] from [32] to [64]", "bands", 64);
    assertUpdateRefused(service, "Cannot update parameter [rows] from [3] to [2]", "rows", 2);
  }

  public void testASetHasNoShingle() throws IOException {
    MapperService service = createMapperService(field("rows", 3));
    assertUnchanged(service);
    for (Object hashes : List.of(1024, 1024L, "1024")) {
      assertUnchanged(service, "hashes", hashes);
    }
    assertUnchanged(service, "bands", "64", "rows", 3);
    assertUpdateRefused(
        service,
        "Cannot update parameter [shingle] from [null] to [{size=auto, unit=character}]",
        "shingle",
        Map.of("unit", "character"));
    assertUpdateRefused(
        service,
        "Cannot update parameter [analyzer] from [null] to [standard]",
        "analyzer",
        "standard");
  }
}
