/** The script language {@code simhash}: distance and similarity for the built-in queries. */
package io.simhash.elasticsearch.script;
