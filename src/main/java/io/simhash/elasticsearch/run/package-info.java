/**
 * What requests that read many documents of an index share. A <em>run</em> is the work of one such
 * request: {@code _simhash/clusters}, {@code _simhash/estimate} or {@code
 * _simhash/common_passages}.
 *
 * <p>A {@link io.simhash.elasticsearch.run.RunAction} takes a {@link
 * io.simhash.elasticsearch.run.RunRequest} on the node that receives it, and gives it one thread
 * and a task that can be cancelled. Few runs are in progress at a time; further ones are refused
 * with a 429. What a run needs it is handed by the action:
 *
 * <ul>
 *   <li>a client whose requests are children of the task: they run as the caller, and end with the
 *       task. With it a run opens a {@link io.simhash.elasticsearch.run.PointInTime}, so that all
 *       its searches read the same documents;
 *   <li>a {@link io.simhash.elasticsearch.run.Reservation}, which accounts the heap of the run with
 *       the circuit breaker for requests, until the response has been printed.
 * </ul>
 *
 * <p>Nothing here knows what a run does. Not for requests that one search answers: those are
 * queries, aggregations or plain actions.
 */
package io.simhash.elasticsearch.run;
