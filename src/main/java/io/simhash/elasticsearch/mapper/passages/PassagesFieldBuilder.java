package io.simhash.elasticsearch.mapper.passages;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.Winnowing;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/** The mapping of a {@code passages} field while it is read, merged or shown. */
final class PassagesFieldBuilder extends NearDuplicateFieldBuilder {

  private static final String SHINGLE = "shingle";
  private static final String WINDOW = "window";

  /** The defaults of this release, see {@link NearDuplicateFieldBuilder#defaults}. */
  static final Map<String, Object> DEFAULTS =
      Map.of(SHINGLE, Winnowing.DEFAULT.shingle(), WINDOW, Winnowing.DEFAULT.window());

  PassagesFieldBuilder(
      String name, boolean ignoreMalformedByDefault, Map<String, Object> defaults) {
    super(name, ignoreMalformedByDefault, List.of(SHINGLE, WINDOW), defaults);
  }

  @Override
  public String contentType() {
    return PassagesFieldType.NAME;
  }

  @Override
  protected Object canonical(String option, Object typed, Object pinned) {
    return new OptionMap(new HashMap<>(Map.of(option, typed))).integer(option);
  }

  @Override
  public PassagesFieldMapper build(MapperBuilderContext context) {
    Map<String, Object> pinned = options();
    defaults.forEach(pinned::putIfAbsent);
    pinned.replaceAll((option, typed) -> canonical(option, typed, null));
    Winnowing winnowing = new Winnowing((int) pinned.get(SHINGLE), (int) pinned.get(WINDOW));
    PassagesFieldType type =
        new PassagesFieldType(context.buildFullName(leafName()), meta(), winnowing);
    return new PassagesFieldMapper(type, builderParams(this, context), this, pinned);
  }
}
