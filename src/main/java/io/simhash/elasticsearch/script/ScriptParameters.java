package io.simhash.elasticsearch.script;

import io.simhash.core.base.OptionMap;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.search.lookup.SearchLookup;

/**
 * The {@code params} of a script, checked once for each index.
 *
 * @param field the field whose fingerprints are compared, its alias resolved
 * @param fingerprint the fingerprint that they are compared with
 * @param maxDistance the radius, 0 to 64; 64 where the context has none
 */
record ScriptParameters(String field, long fingerprint, int maxDistance) {

  private static final String FIELD_TYPE = SimHashFieldType.NAME;

  /** Reads {@code field} and {@code fingerprint}; any other parameter is refused. */
  static ScriptParameters of(Map<String, Object> params, SearchLookup lookup) {
    OptionMap options = options(params, "field", "fingerprint");
    ScriptParameters read =
        new ScriptParameters(field(options, lookup), fingerprint(params), Fingerprint.BITS);
    options.requireEmpty();
    return read;
  }

  /** The same with a required {@code max_distance}. */
  static ScriptParameters withMaxDistance(Map<String, Object> params, SearchLookup lookup) {
    OptionMap options = options(params, "field", "fingerprint", "max_distance");
    int maxDistance = options.integer("max_distance");
    if (maxDistance < 0 || maxDistance > Fingerprint.BITS) {
      throw new IllegalArgumentException(
          "[max_distance] must be in [0, 64] but was [" + maxDistance + "]");
    }
    ScriptParameters read =
        new ScriptParameters(field(options, lookup), fingerprint(params), maxDistance);
    options.requireEmpty();
    return read;
  }

  private static OptionMap options(Map<String, Object> params, String... required) {
    for (String name : required) {
      if (params.get(name) == null) {
        throw new IllegalArgumentException("[params] must have [" + name + "]");
      }
    }
    Map<String, Object> left = new LinkedHashMap<>(params);
    left.remove("fingerprint");
    return new OptionMap(left);
  }

  private static String field(OptionMap options, SearchLookup lookup) {
    String name = options.string("field");
    MappedFieldType type = lookup.fieldType(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "[field] must name a field of type [simhash] but [" + name + "] is not mapped");
    }
    if (FIELD_TYPE.equals(type.typeName()) == false) {
      throw new IllegalArgumentException(
          "[field] must name a field of type [simhash] but ["
              + name
              + "] has type ["
              + type.typeName()
              + "]");
    }
    return type.name();
  }

  private static long fingerprint(Map<String, Object> params) {
    Object value = params.get("fingerprint");
    try {
      return Fingerprint.parseValue(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[fingerprint] cannot be read: " + e.getMessage(), e);
    }
  }
}
