/** The field type simhash: mapping, indexing and its sub-fields. */
package io.simhash.elasticsearch.mapper.simhash;
