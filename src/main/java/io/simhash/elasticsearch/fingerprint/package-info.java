/**
 * The endpoint {@code _simhash/fingerprint}: explains the fingerprint of a text or document by its
 * tokens and weights, and compares two.
 */
package io.simhash.elasticsearch.fingerprint;
