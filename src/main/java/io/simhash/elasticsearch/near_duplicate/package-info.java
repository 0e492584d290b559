/**
 * The ingest processor {@code near_duplicate}: an {@code Arrival} is searched for by the {@code
 * SearchCoordinator}, compared with {@code RecentDocuments}, and decided by {@code Decisions}.
 */
package io.simhash.elasticsearch.near_duplicate;
