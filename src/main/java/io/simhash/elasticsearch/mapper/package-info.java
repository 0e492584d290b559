/**
 * The field types {@code simhash}, {@code minhash} and {@code passages}: their mappings, whose
 * options are pinned, their values and their sub-fields.
 */
package io.simhash.elasticsearch.mapper;
