/**
 * The document frequencies of the terms of a corpus, and the inverse document frequency that
 * follows: a factor of a feature's weight.
 *
 * <p>A model is a text file with a line for each term. Two are shipped, {@code zh} and {@code en};
 * users have others in the config folder. {@code io.simhash.elasticsearch.analysis.IdfModels} finds
 * both. The hash of its content is in the profile id, so that fingerprints of two models are never
 * compared.
 */
package io.simhash.core.idf;
