/**
 * The endpoint {@code _simhash/fingerprint}: explains the fingerprint of a text or document by its
 * tokens and weights, and compares two. It runs on the node that receives the request and reads no
 * index but the documents that are named.
 */
package io.simhash.elasticsearch.fingerprint;
