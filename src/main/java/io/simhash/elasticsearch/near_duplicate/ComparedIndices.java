package io.simhash.elasticsearch.near_duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.option.PassagesOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.script.Metadata;

/**
 * The indices that a document is compared with.
 *
 * @param searched the names to search; none if there is no index yet
 * @param indices the concrete indices that they mean, and the document's own if it is among them
 * @param isOneIndex whether the names are the name of one index: no alias, data stream or wildcard
 * @param own the concrete index that the document is on its way to
 * @param aliasRouting the routing of the alias that it is written through; {@code null} for none
 * @param takesIds whether documents of {@code own} keep the id that they are sent with
 * @param finalPipeline the final pipeline of {@code own}
 * @param filtered whether an alias has a filter that decides which documents count
 * @param unmapped the compared fields that none of the searched indices has; none if there is no
 *     index yet
 * @param sources whether all of them keep the {@code _source}: a search for a part of it fails
 *     elsewhere
 * @param warning says that {@code own} does not map what the processor writes; {@code null} for
 *     none
 */
record ComparedIndices(
    List<String> searched,
    Set<String> indices,
    boolean isOneIndex,
    String own,
    String aliasRouting,
    boolean takesIds,
    String finalPipeline,
    boolean filtered,
    Set<String> unmapped,
    boolean sources,
    String warning) {

  /**
   * Requires that one of the indices maps each field that is compared. Otherwise documents would
   * only be compared with what the node remembers, and with no passages.
   */
  void requireMapped(NearDuplicateOptions options, Map<String, Object> source) {
    requireMapped("field", "simhash", options.field());
    PassagesOption passages = options.passages();
    if (passages != null) {
      requireMapped("passages.field", "passages", passages.field());
      if (unmapped.contains(passages.textField()) && passages.texts(source).isEmpty()) {
        throw invalid(
            "[passages.text_field] must be the field of the text but [%s] has none in the document,"
                + " and is not mapped in the indices to compare with",
            passages.textField());
      }
    }
  }

  private void requireMapped(String option, String type, String field) {
    if (unmapped.contains(field)) {
      throw invalid(
          "[%s] must be of type [%s] but [%s] is not mapped in the indices to compare with: map it"
              + " before the first document",
          option, type, field);
    }
  }

  /**
   * Refuses to route by the final pipeline of the index, where Elasticsearch fails each document
   * that changes its index. A pipeline that it calls is not recognized.
   */
  void requireRoute(NearDuplicateOptions options, IngestDocument document) {
    String index = document.getMetadata().getIndex();
    if (options.routeTo() != null
        && options.routeTo().equals(index) == false
        && finalPipeline.equals(document.getIngestMetadata().get("pipeline"))) {
      throw invalid(
          "[on_duplicate] [route] must not be used in the [index.final_pipeline] of [%s], which"
              + " cannot change the index: use it in [index.default_pipeline]",
          index);
    }
  }

  /** Where a document goes; {@code null} if it has no id, or its index gives ids itself. */
  Place place(Metadata document) {
    return takesIds && document.getId() != null
        ? new Place(own, document.getId(), routing(document))
        : null;
  }

  private String routing(Metadata document) {
    return document.getRouting() == null ? aliasRouting : document.getRouting();
  }

  /** Whether a place is the place of an earlier version of the document. */
  boolean isItself(Place place, Metadata document) {
    return own.equals(place.index())
        && place.id().equals(document.getId())
        && Objects.equals(place.routing(), routing(document));
  }

  /** The id of the cluster of a document, in the form that {@code _simhash/clusters} writes. */
  String cluster(Place place) {
    return place.name().clusterId(isOneIndex == false);
  }
}
