/** The field type {@code passages}: its mapping and its values. */
package io.simhash.elasticsearch.mapper.passages;
