package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.equalTo;

import io.simhash.elasticsearch.mapper.MinHashFieldMapper.MinHashFieldType;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.index.mapper.MapperService;

/** The signatures of a {@code minhash} field stay comparable. */
public class MinHashPinnedOptionsTests extends PinnedOptionsTestCase {

  public MinHashPinnedOptionsTests() {
    super("minhash");
  }

  @Override
  protected Object stored(MapperService service, String field) {
    MinHashFieldType type = (MinHashFieldType) service.fieldType(field);
    TextMinHasher minHasher = type.minHasher();
    return minHasher.of(List.of(TEXT)).orElseThrow();
  }

  public void testOtherDefaults() throws IOException {
    Map<String, Object> other = Map.of("hashes", 512, "bands", 20, "rows", 3);
    for (String one : other.keySet()) {
      assertKept(Map.of(one, other.get(one)), Map.of());
    }
    assertKept(Map.of("hashes", 512, "rows", 3), Map.of("bands", 8));
    Map<String, Object> characters = Map.of("unit", "character", "size", 3);
    assertKept(Map.of("hashes", 512, "shingle", characters), Map.of("shingle", Map.of()));
    assertKept(Map.of("shingle", characters), Map.of("shingle", Map.of("unit", "character")));
    Map<String, Object> tokens = Map.of("unit", "token", "size", 1);
    assertKept(Map.of("analyzer", "simple"), Map.of("shingle", tokens));
  }

  public void testWhatIsPinned() throws IOException {
    assertShown(pinned(), "");
    assertShown(
        pinned("hashes", 64, "bands", 8, "rows", 7), "'hashes': '64', 'bands': '8', 'rows': '7'");
    Map<String, Object> five = Map.of("unit", "character", "size", 5);
    assertShown(pinned("shingle", five), "'shingle': {'size': '5'}");
    Map<String, Object> tokens = Map.of("unit", "token", "size", 2);
    assertShown(
        pinned("shingle", tokens, "analyzer", "standard"),
        "'shingle': {'unit': 'token', 'size': 2}, 'analyzer': 'standard'");
  }

  /** The whole mapping with the defaults, but for these options. */
  private static Map<String, Object> pinned(Object... options) {
    Map<String, Object> whole = new TreeMap<>();
    whole.put("type", "minhash");
    whole.put("hashes", 1024);
    whole.put("bands", 24);
    whole.put("rows", 2);
    for (int i = 0; i < options.length; i += 2) {
      whole.put((String) options[i], options[i + 1]);
    }
    return whole;
  }

  public void testAPartOfAShingleInheritsTheOther() throws IOException {
    MapperService service =
        createMapperService(field("'hashes': 512, 'bands': 20, 'rows': 3, 'shingle': {'size': 3}"));
    for (String part :
        List.of(
            "{}", "{'unit': 'character'}", "{'size': '3'}", "{'size': 3, 'unit': 'character'}")) {
      assertUnchanged(service, "'shingle': " + part);
    }
    String conflict = "Cannot update parameter [shingle] from [{size=3, unit=character}] to ";
    assertUpdateRefused(service, conflict + "[{size=5, unit=character}]", "'shingle': {'size': 5}");
    assertUpdateRefused(
        service, conflict + "[{size=3, unit=token}]", "'shingle': {'unit': 'token', 'size': 3}");
    assertUpdateRefused(service, "unknown options [step] in [shingle]", "'shingle': {'step': 1}");
    assertUpdateRefused(
        service, "Cannot update parameter [hashes] from [512] to [1024]", "'hashes': 1024");
    assertUpdateRefused(service, "[hashes] must be an integer but was [many]", "'hashes': 'many'");
    assertUpdateRefused(
        service, "Cannot update parameter [bands] from [20] to [24]", "'bands': 24");
    assertUpdateRefused(service, "Cannot update parameter [rows] from [3] to [2]", "'rows': 2");
  }

  public void testASetHasNoShingle() throws IOException {
    MapperService service = createMapperService(field("'rows': 3"));
    assertUnchanged(service, "");
    assertUnchanged(service, "'hashes': 1024");
    assertUnchanged(service, "'hashes': '1024'");
    assertUnchanged(service, "'bands': '24', 'rows': 3");
    assertUpdateRefused(
        service,
        "Cannot update parameter [shingle] from [null] to [{size=auto, unit=character}]",
        "'shingle': {'unit': 'character'}");
    assertUpdateRefused(
        service,
        "Cannot update parameter [analyzer] from [null] to [standard]",
        "'analyzer': 'standard'");
  }

  public void testTheAnalyzerOfTokens() throws IOException {
    String tokens = "'shingle': {'unit': 'token', 'size': 1}";
    MapperService service = createMapperService(field(tokens));
    assertThat(shown(service).get("analyzer"), equalTo("ansj"));
    assertUnchanged(service, tokens);
    assertUnchanged(service, "'analyzer': 'ansj'");
    assertUpdateRefused(
        service,
        "Cannot update parameter [analyzer] from [ansj] to [simple]",
        "'analyzer': 'simple'");
  }
}
