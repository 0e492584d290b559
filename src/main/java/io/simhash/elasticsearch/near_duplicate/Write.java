package io.simhash.elasticsearch.near_duplicate;

/**
 * Identifies a write of a document, to detect later ones, also in a later index of the same name.
 */
record Write(String indexUuid, long seqNo, long primaryTerm) {}
