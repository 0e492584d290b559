/** Registers the analyzers {@code ansj…} and their tokenizer. */
package io.simhash.elasticsearch.analysis;
