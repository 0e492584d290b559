/** The plugin: translates between Elasticsearch and the floors below, and does no arithmetic. */
package io.simhash.elasticsearch;
