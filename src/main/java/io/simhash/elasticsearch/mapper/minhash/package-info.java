/** The field type minhash: mapping, indexing and its fetchers. */
package io.simhash.elasticsearch.mapper.minhash;
