/**
 * The field types {@code simhash} and {@code minhash}: what a mapping may say and what is indexed.
 */
package io.simhash.elasticsearch.mapper;
