/**
 * The near queries: candidates from block terms, band terms or a scan; verification by
 * fingerprints, signatures and texts; scores and explanations.
 */
package io.simhash.lucene.search;
