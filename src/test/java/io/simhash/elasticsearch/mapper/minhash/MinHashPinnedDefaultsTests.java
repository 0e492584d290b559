package io.simhash.elasticsearch.mapper.minhash;

import static org.hamcrest.Matchers.equalTo;

import io.simhash.elasticsearch.mapper.PinnedDefaultsTestCase;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperService;

/** The signatures of a {@code minhash} field stay comparable. */
public class MinHashPinnedDefaultsTests extends PinnedDefaultsTestCase {

  private static final Map<String, Object> OTHER =
      Map.of(
          "hashes", 128, "shingle", Map.of("unit", "character", "size", 3), "analyzer", "simple");

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
    return List.of(type.bands(), minHasher.of(List.of(TEXT)).orElseThrow());
  }

  private static int hashes(MapperService service) {
    return ((MinHashFieldType) service.fieldType("field")).minHasher().hashes();
  }

  public void testOtherDefaults() throws IOException {
    assertKept(OTHER, Map.of());
    assertKept(OTHER, Map.of("bands", 32));
    assertKept(OTHER, Map.of("shingle", Map.of()));
    assertKept(OTHER, Map.of("hashes", "64", "shingle", Map.of("unit", "character")));
    assertKept(
        OTHER, Map.of("shingle", Map.of("unit", "token", "size", 2), "analyzer", "standard"));
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
    assertShown(Map.of("type", "minhash", "hashes", 384));
    assertShown(Map.of("type", "minhash", "hashes", 64, "bands", 8), "hashes", "64", "bands", "8");
    Map<String, Object> five = Map.of("unit", "character", "size", 5);
    assertShown(
        Map.of("type", "minhash", "hashes", 384, "shingle", five), "shingle", Map.of("size", "5"));
    Map<String, Object> tokens = Map.of("unit", "token", "size", 2);
    assertShown(
        Map.of("type", "minhash", "hashes", 384, "shingle", tokens, "analyzer", "standard"),
        "shingle",
        tokens,
        "analyzer",
        "standard");
  }

  private void assertShown(Map<String, Object> expected, Object... typed) throws IOException {
    MapperService service = createMapperService(field(typed));
    assertThat(shown(service), equalTo(expected));
    MapperService copy = createMapperService(mapping(b -> b.field("field", expected)));
    assertThat(shown(copy), equalTo(expected));
  }

  public void testAPartOfAShingleInheritsTheOther() throws IOException {
    MapperService service = upgraded(made(OTHER, field("shingle", Map.of("unit", "character"))));
    assertThat(hashes(service), equalTo(128));
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
        service, "Cannot update parameter [hashes] from [128] to [384]", "hashes", 384);
    assertUpdateRefused(service, "[hashes] must be an integer but was [many]", "hashes", "many");
    assertUpdateRefused(service, "Cannot update parameter [bands] from [null] to [8]", "bands", 8);
  }

  public void testASetHasNoShingle() throws IOException {
    MapperService service = createMapperService(field("bands", 64));
    assertUnchanged(service);
    for (Object hashes : List.of(384, 384L, "384")) {
      assertUnchanged(service, "hashes", hashes);
    }
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
