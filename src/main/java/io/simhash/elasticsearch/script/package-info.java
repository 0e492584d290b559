/** The script language {@code simhash}: the distance of fingerprints for the built-in queries. */
package io.simhash.elasticsearch.script;
