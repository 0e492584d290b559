/** The endpoint _simhash/fingerprint: explains and compares fingerprints of texts. */
package io.simhash.elasticsearch.fingerprint;
