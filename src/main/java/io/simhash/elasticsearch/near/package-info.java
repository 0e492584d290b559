/** The decision who is a near-duplicate, as users type it, for features other than queries. */
package io.simhash.elasticsearch.near;
