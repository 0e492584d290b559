/**
 * The script language {@code simhash}: {@code hamming} and {@code reciprocal} score, sort and
 * filter by the distance to a fingerprint. Scripts read every document that they are asked for: for
 * searching there is the query {@code simhash_near}.
 */
package io.simhash.elasticsearch.script;
