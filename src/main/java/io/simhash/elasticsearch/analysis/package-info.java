/** Registers the analyzers {@code ansj…}, their tokenizer and the {@code simhash} token filter. */
package io.simhash.elasticsearch.analysis;
