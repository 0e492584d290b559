/** Files that users put into the node's config folder. */
package io.simhash.elasticsearch.config;
