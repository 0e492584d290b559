package io.simhash.elasticsearch.ingest.duplicate;

import java.util.List;
import java.util.Set;

/**
 * The indices that a document is compared with.
 *
 * @param searched the names to search; none if there is no index yet
 * @param indices the concrete indices that they mean, and the document's own if it is among them
 * @param own the concrete index that the document is on its way to
 * @param readAs the name by which a document of {@code own} is read: an alias where it means one
 *     index only, because the caller may have no rights on the index itself
 * @param takesIds whether documents of {@code own} keep the id that they are sent with
 * @param filtered whether an alias with a filter is among the names
 * @param maxHits the largest number of hits of a search: the smallest {@code
 *     index.max_result_window} of the indices
 */
record ComparedIndices(
    List<String> searched,
    Set<String> indices,
    String own,
    String readAs,
    boolean takesIds,
    boolean filtered,
    int maxHits) {}
