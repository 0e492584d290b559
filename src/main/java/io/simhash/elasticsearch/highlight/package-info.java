/** The highlighter {@code shared_passages}. */
package io.simhash.elasticsearch.highlight;
