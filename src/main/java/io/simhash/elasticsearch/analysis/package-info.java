/**
 * The analyzers {@code ansj…}, the files of the config folder, and fingerprinters made from
 * options, analyzers and IDF models.
 */
package io.simhash.elasticsearch.analysis;
