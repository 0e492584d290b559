/** The field type {@code minhash}: its mapping, its values and how signatures are read. */
package io.simhash.elasticsearch.mapper.minhash;
