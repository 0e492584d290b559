/** The two field types: {@code simhash} and {@code minhash}, and the code that they share. */
package io.simhash.elasticsearch.mapper;
