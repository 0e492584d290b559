/** {@code GET {index}/_simhash/common_passages}: the passages that many documents share. */
package io.simhash.elasticsearch.common_passages;
