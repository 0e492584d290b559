package io.simhash.elasticsearch.script;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.search.lookup.SearchLookup;

/**
 * The {@code params} of a script, checked once for each index.
 *
 * @param field the field with the fingerprints of the documents; never an alias
 * @param fingerprint the fingerprint to compare them with
 * @param maxDistance the maximum distance, 0 to 64; 64 in contexts without it
 */
record ScriptParameters(String field, long fingerprint, int maxDistance) {

  /** Reads the {@code required} parameters; any other is an error. */
  static ScriptParameters read(
      Map<String, Object> params, SearchLookup lookup, String... required) {
    for (String name : required) {
      if (params.get(name) == null) {
        throw invalid("[params] must have [%s]", name);
      }
    }
    OptionMap options = new OptionMap(new HashMap<>(params));
    int maxDistance =
        List.of(required).contains("max_distance")
            ? options.integer("max_distance")
            : Fingerprint.BITS;
    Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    String field = field(options.string("field"), lookup);
    long fingerprint = fingerprint(options.any("fingerprint"));
    options.requireEmpty();
    return new ScriptParameters(field, fingerprint, maxDistance);
  }

  private static String field(String name, SearchLookup lookup) {
    MappedFieldType type = lookup.fieldType(name);
    if (type != null && type.typeName().equals(SimHashFieldType.NAME)) {
      return type.name();
    }
    throw invalid(
        "[field] must name a field of type [simhash] but [%s] %s",
        name, type == null ? "is not mapped" : "has type [" + type.typeName() + "]");
  }

  private static long fingerprint(Object value) {
    try {
      return Fingerprint.parseValue(value);
    } catch (IllegalArgumentException e) {
      throw invalid(e, "[fingerprint] cannot be read: %s", e.getMessage());
    }
  }
}
