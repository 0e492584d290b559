/**
 * The ingest processor {@code near_duplicate}: each document is compared with those that are stored
 * and with those that have just arrived, before it is indexed. A near-duplicate is tagged, dropped,
 * refused or sent to another index.
 *
 * <h2>The way of a document</h2>
 *
 * <ol>
 *   <li>A bulk request comes to the node. {@code RunningBulks} gives it a {@code BulkScope}, which
 *       knows the ids that it writes, and is found through the thread context.
 *   <li>The pipeline calls {@code NearDuplicateProcessor}, which has read its {@code
 *       NearDuplicateOptions} when the pipeline was put, and passes the document on to {@code
 *       Decisions}. There it becomes an {@code Arrival}: its value, the indices to compare with
 *       ({@code IndexLookup}, {@code ComparedIndices}), its {@code Caller}, and the rest of the
 *       pipeline.
 *   <li>A document with an id also becomes a {@code RecentDocument}, so that later ones are
 *       compared with it before searches see it. {@code RecentDocuments} has those that are on
 *       their way, and the last ones that were written.
 *   <li>{@code SearchCoordinator} finds stored near-duplicates: one search for many documents of
 *       one caller that wait in {@code CallerQueues}. Each is a {@code Neighbour}, which makes its
 *       tag. With the option {@code passages} each document has a search of its own, which also
 *       finds texts that contain it, or a part of it ({@code Containment}).
 *   <li>{@code Decisions} adds recent documents where the search has found too few, but only those
 *       that arrived before this one: of two near-duplicates in a request, the first can be the
 *       original of the second. If one of them is not decided yet, the arrival waits for it.
 *   <li>For {@code drop}, {@code fail} and {@code route}, {@code Originals} reads the
 *       near-duplicates in real time, and finds one that is certain to be there, or that the same
 *       request keeps: the original. Without one the document is tagged. Its tags, with its
 *       cluster, are a {@code Tagged}: those that it gets, or those that its stored version has.
 *   <li>The request ends. {@code RunningBulks} tells {@code RecentDocuments} which documents were
 *       written where ({@code Write}), and has the originals of each {@code Removed} document read
 *       once more. If one is not there, the item fails with a 503.
 * </ol>
 *
 * <h2>What is promised</h2>
 *
 * <ul>
 *   <li>Nothing is lost: a document is only left out because of an original that its index has when
 *       the response is sent; otherwise the response has an error for it.
 *   <li>The handler of each document is called once, also when its {@code timeout} ends: {@code
 *       Arrival} is claimed.
 *   <li>Searches run with the rights of the caller, and never for two callers together. Only the
 *       reads of {@code Originals} run as the node.
 *   <li>The same documents sent again change neither what is stored nor a tag.
 * </ul>
 *
 * <p>Not promised: that each near-duplicate is found. A document that arrived through another node,
 * from another caller, or later in the same request, is only seen when searches see it.
 *
 * <p>Useful for streams in which each copy costs something. Not useful for an index that is there
 * already: see {@code _simhash/clusters}.
 */
package io.simhash.elasticsearch.near_duplicate;
