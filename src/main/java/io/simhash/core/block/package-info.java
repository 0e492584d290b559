/** The blocks of a fingerprint, and the block values to probe so that no neighbour is missed. */
package io.simhash.core.block;
