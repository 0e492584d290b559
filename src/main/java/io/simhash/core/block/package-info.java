/**
 * How a fingerprint is cut into blocks, and which block values to probe so that no neighbour is
 * missed.
 */
package io.simhash.core.block;
