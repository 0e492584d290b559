package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.rest.RestStatus;

/** What becomes of a document. */
final class Outcome {

  private static final Map<String, Object> UNKNOWN = Map.of("unknown", true);

  private Outcome() {}

  /**
   * Carries out {@code on_duplicate}.
   *
   * @param neighbours the near-duplicates; none for a document that has none
   * @return {@code null} if the document is dropped
   * @throws ElasticsearchStatusException with 409 if it fails
   */
  static IngestDocument decided(
      NearDuplicateOptions options, IngestDocument document, List<Neighbour> neighbours) {
    if (neighbours.isEmpty()) {
      document.removeField(options.targetField(), true);
      return document;
    }
    return switch (options.onDuplicate()) {
      case DROP -> null;
      case FAIL -> throw duplicate(document, neighbours.getFirst());
      case TAG -> tagged(options, document, neighbours);
      case ROUTE -> {
        document.getMetadata().setIndex(options.routeTo());
        yield tagged(options, document, neighbours);
      }
    };
  }

  private static IngestDocument tagged(
      NearDuplicateOptions options, IngestDocument document, List<Neighbour> neighbours) {
    List<Map<String, Object>> found = neighbours.stream().map(Neighbour::asMap).toList();
    document.setFieldValue(
        options.targetField(), options.size() == 1 ? found.getFirst() : new ArrayList<>(found));
    return document;
  }

  private static ElasticsearchStatusException duplicate(
      IngestDocument document, Neighbour neighbour) {
    String id = document.getMetadata().getId();
    return new ElasticsearchStatusException(
        "document [{}] is a near-duplicate of {}", RestStatus.CONFLICT, id, neighbour.shown());
  }

  /**
   * Carries out {@code on_timeout}.
   *
   * @throws ElasticsearchStatusException with 429 if the document fails
   */
  static IngestDocument unknown(NearDuplicateOptions options, IngestDocument document) {
    return switch (options.onTimeout()) {
      case FAIL -> throw late(options.timeout());
      case TAG_UNKNOWN -> {
        document.setFieldValue(options.targetField(), new HashMap<>(UNKNOWN));
        yield document;
      }
    };
  }

  private static ElasticsearchStatusException late(TimeValue timeout) {
    return new ElasticsearchStatusException(
        "the search for near-duplicates did not end within [timeout] [{}]",
        RestStatus.TOO_MANY_REQUESTS,
        timeout);
  }
}
