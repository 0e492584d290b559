/**
 * The parts that the field types {@code simhash}, {@code minhash} and {@code passages} share: the
 * options that a mapping pins, and sub-fields.
 */
package io.simhash.elasticsearch.mapper;
