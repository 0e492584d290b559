/**
 * Numbered examples that run as tests: read them in order to learn what the core and the Lucene
 * part can do.
 */
package io.simhash.examples;
