package io.simhash.elasticsearch.mapper;

import io.simhash.core.passage.Winnowing;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.MapperService;

/** The terms of a {@code passages} field stay comparable. */
public class PassagesPinnedOptionsTests extends PinnedOptionsTestCase {

  public PassagesPinnedOptionsTests() {
    super("passages");
  }

  @Override
  protected Object stored(MapperService service, String field) {
    Winnowing winnowing = ((PassagesFieldType) service.fieldType(field)).winnowing();
    return winnowing + Arrays.toString(winnowing.terms(winnowing.text(List.of(TEXT))));
  }

  public void testOtherDefaults() throws IOException {
    assertKept(Map.of("shingle", 8), Map.of());
    assertKept(Map.of("window", 30), Map.of());
    assertKept(Map.of("window", 30), Map.of("shingle", "9"));
  }

  public void testWhatIsPinned() throws IOException {
    assertShown(mapping(25, 38), "");
    assertShown(mapping(5, 38), "'shingle': '5'");
    assertShown(mapping(25, 1), "'window': 1");
    assertShown(mapping(50, 1000), "'shingle': 50, 'window': '1000'");
    assertShown(mapping(25, 38), "'fold': []");
    Map<String, Object> folded = new HashMap<>(mapping(25, 38));
    folded.put("fold", List.of("numbers"));
    assertShown(folded, "'fold': 'numbers'");
  }

  private static Map<String, Object> mapping(int shingle, int window) {
    return Map.of("type", "passages", "shingle", shingle, "window", window);
  }

  public void testUpdates() throws IOException {
    MapperService service = createMapperService(field("'shingle': 8, 'window': 30"));
    assertUnchanged(service, "");
    assertUnchanged(service, "'shingle': '8', 'window': 30");
    assertUpdateRefused(
        service, "Cannot update parameter [shingle] from [8] to [12]", "'shingle': 12");
    assertUpdateRefused(
        service, "Cannot update parameter [window] from [30] to [64]", "'window': '64'");
    assertUpdateRefused(service, "[window] must be an integer but was [many]", "'window': 'many'");
    assertUpdateRefused(
        service, "Cannot update parameter [fold] from [null] to [[numbers]]", "'fold': 'numbers'");
  }
}
