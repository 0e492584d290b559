/**
 * The differences between the lines of Elasticsearch. The classes of each line are under {@code
 * src/es}; they translate and decide nothing.
 */
package io.simhash.elasticsearch.compat;
