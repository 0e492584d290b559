/** Statistics of the fingerprints of a field: how evenly they spread over blocks and bits. */
package io.simhash.core.stats;
