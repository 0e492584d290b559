/**
 * Tokens in, weighted 64-bit features out: shingles, weighting factors, the profile that names
 * them.
 */
package io.simhash.core.feature;
