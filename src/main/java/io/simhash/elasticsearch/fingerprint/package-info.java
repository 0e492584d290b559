/**
 * The endpoint {@code _simhash/fingerprint}: explains the fingerprint of a text or document by its
 * tokens and weights, and compares two. {@link
 * io.simhash.elasticsearch.fingerprint.FingerprintRequest} has the options, {@link
 * io.simhash.core.simhash.TextComparison} the arithmetic.
 */
package io.simhash.elasticsearch.fingerprint;
