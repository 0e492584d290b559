/**
 * The field type {@code simhash}: its mapping, its values, its sub-fields and how they are read.
 */
package io.simhash.elasticsearch.mapper.simhash;
