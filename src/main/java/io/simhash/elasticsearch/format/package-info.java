/** The numbers of the formats in which nodes with different versions of the plugin talk. */
package io.simhash.elasticsearch.format;
