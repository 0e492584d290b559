/**
 * Blocks of a fingerprint, and the block values to look up so that no neighbour within a maximum
 * distance is missed.
 */
package io.simhash.core.block;
