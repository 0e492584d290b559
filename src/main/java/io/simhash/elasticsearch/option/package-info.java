/** Options that several features share: read, checked and sent between nodes in one class each. */
package io.simhash.elasticsearch.option;
