package io.simhash.elasticsearch.ingest;

import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The mapping of one index, as JSON has it. Tells whether queries can find the fingerprints that a
 * processor writes into a field.
 *
 * @param root the mapping of the index, with {@code properties}
 */
record TargetMapping(Map<String, Object> root) {

  /**
   * Whether documents that are written to the index get a fingerprint that can be queried, or are
   * meant to have none:
   *
   * <ul>
   *   <li>the field is of type {@code simhash}, or its {@code fingerprint} is;
   *   <li>it is unmapped, and a dynamic template makes fields of type {@code simhash};
   *   <li>it is in an object that is mapped with {@code "enabled": false}.
   * </ul>
   *
   * @param path the names of the field and its parents, joined by dots
   */
  boolean finds(String path) {
    return find(root, path)
        .map(
            field ->
                isSimHash(field)
                    || isDisabled(field)
                    || find(field, "fingerprint").filter(TargetMapping::isSimHash).isPresent())
        .orElseGet(this::hasTemplateOfSimHash);
  }

  /** The mapping of a field, or that of an object around it which is disabled. */
  private static Optional<Map<?, ?>> find(Map<?, ?> object, String path) {
    if (object.get("properties") instanceof Map<?, ?> properties) {
      // A name may have dots itself: with [subobjects] [false] nothing else is possible.
      for (int end = path.length(); end > 0; end = path.lastIndexOf('.', end - 1)) {
        if (properties.get(path.substring(0, end)) instanceof Map<?, ?> child) {
          boolean whole = end == path.length() || isDisabled(child);
          return whole ? Optional.of(child) : find(child, path.substring(end + 1));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isSimHash(Map<?, ?> field) {
    return SimHashFieldType.NAME.equals(field.get("type"));
  }

  private static boolean isDisabled(Map<?, ?> object) {
    return "false".equals(String.valueOf(object.get("enabled")));
  }

  private boolean hasTemplateOfSimHash() {
    return root.get("dynamic_templates") instanceof List<?> templates
        && templates.stream()
            .flatMap(named -> ((Map<?, ?>) named).values().stream())
            .anyMatch(
                template ->
                    ((Map<?, ?>) template).get("mapping") instanceof Map<?, ?> field
                        && isSimHash(field));
  }
}
