/** The page {@code _simhash/ui}: static files that ask the node with the rights of the user. */
package io.simhash.elasticsearch.ui;
