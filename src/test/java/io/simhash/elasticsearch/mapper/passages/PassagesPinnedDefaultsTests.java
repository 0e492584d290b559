package io.simhash.elasticsearch.mapper.passages;

import static org.hamcrest.Matchers.equalTo;

import io.simhash.core.passage.PassageText;
import io.simhash.core.passage.Winnowing;
import io.simhash.elasticsearch.mapper.PinnedDefaultsTestCase;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperService;

/** The terms of a {@code passages} field stay comparable. */
public class PassagesPinnedDefaultsTests extends PinnedDefaultsTestCase {

  private static final Map<String, Object> OTHER = Map.of("shingle", 8, "window", 30);

  public PassagesPinnedDefaultsTests() {
    super("passages");
  }

  @Override
  protected Mapper.TypeParser parser(Map<String, Object> defaults) {
    return PassagesFieldMapper.parser(defaults);
  }

  @Override
  protected Object stored(MapperService service, String field) {
    Winnowing winnowing = ((PassagesFieldType) service.fieldType(field)).winnowing();
    return winnowing + Arrays.toString(winnowing.terms(new PassageText(List.of(TEXT))));
  }

  public void testOtherDefaults() throws IOException {
    assertKept(OTHER, Map.of());
    assertKept(OTHER, Map.of("shingle", "9"));
    assertKept(OTHER, Map.of("window", 10));
    for (String one : List.of("shingle", "window")) {
      Map<String, Object> defaults = new TreeMap<>(PassagesFieldBuilder.DEFAULTS);
      defaults.put(one, OTHER.get(one));
      assertKept(defaults, Map.of());
    }
  }

  public void testFieldsOfADynamicTemplate() throws IOException {
    assertKeptWhereItIsDynamic(OTHER, Map.of());
  }

  public void testWhatIsPinned() throws IOException {
    assertShown(25, 38);
    assertShown(5, 38, "shingle", "5");
    assertShown(25, 1, "window", 1);
    assertShown(50, 1000, "shingle", 50L, "window", "1000");
  }

  private void assertShown(int shingle, int window, Object... typed) throws IOException {
    Map<String, Object> expected = Map.of("type", "passages", "shingle", shingle, "window", window);
    MapperService service = createMapperService(field(typed));
    assertThat(shown(service), equalTo(expected));
    MapperService copy = createMapperService(mapping(b -> b.field("field", expected)));
    assertThat(shown(copy), equalTo(expected));
  }

  public void testUpdates() throws IOException {
    MapperService service = upgraded(made(OTHER, field()));
    assertUnchanged(service);
    assertUnchanged(service, "shingle", "8", "window", 30L);
    assertUpdateRefused(
        service, "Cannot update parameter [shingle] from [8] to [12]", "shingle", 12);
    assertUpdateRefused(
        service, "Cannot update parameter [window] from [30] to [64]", "window", "64");
    assertUpdateRefused(service, "[window] must be an integer but was [many]", "window", "many");
  }
}
