/**
 * The plugin: translates what users of Elasticsearch ask for into calls of the layers {@code
 * lucene} and {@code core}, and their results into responses. No arithmetic is done here.
 *
 * <p>{@link io.simhash.elasticsearch.SimHashPlugin} lists everything that is registered. Each
 * package is a thing that users name:
 *
 * <table>
 *   <caption>What users name, and its package</caption>
 *   <tr><td>the analyzers {@code ansj}; files of the config folder</td><td>{@code analysis}</td></tr>
 *   <tr><td>the processor {@code simhash}</td><td>{@code ingest}</td></tr>
 *   <tr><td>the field types {@code simhash}, {@code minhash}, {@code passages}</td>
 *       <td>{@code mapper}</td></tr>
 *   <tr><td>the queries {@code simhash_near}, {@code minhash_near}, {@code shared_passages}</td>
 *       <td>{@code query}</td></tr>
 *   <tr><td>the highlighter {@code shared_passages}</td><td>{@code highlight}</td></tr>
 *   <tr><td>the aggregation {@code near_duplicates}</td><td>{@code aggregation}</td></tr>
 *   <tr><td>the retriever {@code near_duplicate_collapse}</td><td>{@code retriever}</td></tr>
 *   <tr><td>the scripts {@code hamming} and {@code reciprocal}</td><td>{@code script}</td></tr>
 *   <tr><td>{@code _simhash/fingerprint}</td><td>{@code fingerprint}</td></tr>
 *   <tr><td>the processor {@code near_duplicate}</td><td>{@code near_duplicate}</td></tr>
 *   <tr><td>{@code _simhash/clusters}</td><td>{@code clusters}</td></tr>
 *   <tr><td>{@code _simhash/estimate}, {@code _simhash/common_passages}</td>
 *       <td>{@code sample}</td></tr>
 *   <tr><td>{@code _simhash/stats}</td><td>{@code stats}</td></tr>
 *   <tr><td>the page {@code _simhash/ui}</td><td>{@code ui}</td></tr>
 * </table>
 *
 * <p>Three packages are shared: {@code option} has options that several features take, {@code run}
 * what requests over a whole index need, and {@code compat} what differs between the lines of
 * Elasticsearch; the classes of {@code compat} are under {@code src/es}.
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
