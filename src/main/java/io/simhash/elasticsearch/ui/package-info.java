/**
 * The page {@code _simhash/ui}: static files that ask the node with the rights of the user. {@link
 * io.simhash.elasticsearch.ui.RestPageAction} lists and serves them.
 *
 * <p>They are in {@code src/main/resources/io/simhash/ui}: {@code app.js} has the frame and a list
 * of the views, each a file, {@code api.js} the requests, {@code words.js} every sentence in
 * English and Chinese.
 */
package io.simhash.elasticsearch.ui;
