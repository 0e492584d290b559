/**
 * The plugin: translates what users of Elasticsearch ask for into calls of the layers {@code
 * lucene} and {@code core}, and their results into responses. No arithmetic is done here.
 *
 * <p>{@link io.simhash.elasticsearch.SimHashPlugin} lists everything that is registered. Each
 * package is a thing that users name, but for three: {@code option} has options that several
 * features take, {@code run} what requests over a whole index need, and {@code compat} what differs
 * between the lines of Elasticsearch; its classes are under {@code src/es}.
 *
 * <h2>Where is an option read?</h2>
 *
 * <p>In one class, by an {@link io.simhash.core.base.OptionMap}, which has the sentences for a
 * wrong type, a missing and an unknown option. A record keeps the options of a request and checks
 * them in its constructor; its stream constructor mirrors {@code writeTo} line for line. Wrong
 * input is a 4xx, and {@code src/test/resources/bad-input} has its sentence.
 *
 * <h2>With whose rights is an index read?</h2>
 *
 * <p>With those of the user who sent the request: everything is read by a search, a get or a bulk
 * request of that user, never by a reader of this plugin. So document and field level security,
 * closed indices and remote clusters need no code here.
 */
package io.simhash.elasticsearch;
