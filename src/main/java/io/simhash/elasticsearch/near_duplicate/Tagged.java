package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.option.DocumentName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tags and the cluster that a processor has written into a document.
 *
 * @param tags the objects of its {@code target_field}; {@code null} if they are not known
 * @param cluster the value of its {@code cluster_field}; {@code null} for none
 */
record Tagged(List<Map<String, Object>> tags, String cluster) {

  static final Tagged UNKNOWN = new Tagged(null, null);

  /** Of 20,000 recent documents with a hundred tags each, all would take some 600 MB. */
  private static final int MAX_REMEMBERED = 5;

  /** Reads the fields of a document. A note that its tags are unknown is no tag. */
  static Tagged of(Object target, String cluster) {
    List<Map<String, Object>> tags = new ArrayList<>();
    List<?> all =
        target instanceof List<?> list ? list : target == null ? List.of() : List.of(target);
    for (Object each : all) {
      if (each instanceof Map<?, ?> tag
          && tag.get("id") instanceof String
          && tag.get("index") instanceof String) {
        tags.add(copy(tag));
      } else {
        return new Tagged(null, cluster);
      }
    }
    return new Tagged(tags, cluster);
  }

  private static Map<String, Object> copy(Map<?, ?> tag) {
    Map<String, Object> copy = new LinkedHashMap<>();
    tag.forEach((name, value) -> copy.put(name.toString(), value));
    return copy;
  }

  boolean isKnown() {
    return tags != null;
  }

  /** The same with the first tags alone, for a document that is remembered. */
  Tagged remembered() {
    return isCut() ? new Tagged(List.copyOf(tags.subList(0, MAX_REMEMBERED)), cluster) : this;
  }

  /** Whether there may be more tags than are remembered. */
  boolean isCut() {
    return isKnown() && tags.size() >= MAX_REMEMBERED;
  }

  /** The documents that it is tagged with. */
  List<DocumentName> names() {
    return Stream.ofNullable(tags)
        .flatMap(List::stream)
        .map(tag -> new DocumentName((String) tag.get("index"), (String) tag.get("id")))
        .toList();
  }

  /** The value of {@code target_field}; {@code null} for none. */
  Object asField(int size) {
    List<Map<String, Object>> copies = tags.stream().map(Tagged::copy).toList();
    return copies.isEmpty() ? null : size == 1 ? copies.getFirst() : new ArrayList<>(copies);
  }
}
