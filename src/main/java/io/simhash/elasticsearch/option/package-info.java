/**
 * Options that several features share, read, checked and sent between nodes in one class each, and
 * the number of the format that they are sent in.
 */
package io.simhash.elasticsearch.option;
