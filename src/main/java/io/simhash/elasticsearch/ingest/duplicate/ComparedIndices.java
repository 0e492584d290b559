package io.simhash.elasticsearch.ingest.duplicate;

import java.util.List;
import java.util.Set;
import org.elasticsearch.script.Metadata;

/**
 * The indices that a document is compared with.
 *
 * @param searched the names to search; none if there is no index yet
 * @param indices the concrete indices that they mean, and the document's own if it is among them
 * @param own the concrete index that the document is on its way to
 * @param readAs the name by which a document of {@code own} is read: an alias where it means one
 *     index only, because the caller may have no rights on the index itself
 * @param aliasRouting the routing of the alias that the document is written through; {@code null}
 *     for none
 * @param takesIds whether documents of {@code own} keep the id that they are sent with
 * @param filtered whether an alias with a filter is among the names
 */
record ComparedIndices(
    List<String> searched,
    Set<String> indices,
    String own,
    String readAs,
    String aliasRouting,
    boolean takesIds,
    boolean filtered) {

  /** The routing by which a document of {@link #own} is written; {@code null} for none. */
  String routing(Metadata document) {
    return document.getRouting() == null ? aliasRouting : document.getRouting();
  }
}
