/** The numbers of the formats of messages between nodes with different versions of the plugin. */
package io.simhash.elasticsearch.format;
