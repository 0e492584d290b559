/**
 * Options that several features share, read, checked and sent between nodes in one class each, and
 * the number of the format that they are sent in; and documents, as several features name and read
 * them.
 */
package io.simhash.elasticsearch.option;
