/**
 * The queries {@code simhash_near}, {@code minhash_near} and {@code shared_passages}: from the JSON
 * of a request to a query of Lucene in each shard.
 *
 * <pre>
 *   JSON -&gt; NearQueryBuilder -&gt; Resolver, on the node that received it -&gt; shards: ShardQueryFactory
 * </pre>
 *
 * <ol>
 *   <li><b>Options.</b> A {@code NearQuery} is a record of the options, {@code NeighbourOptions} or
 *       {@code SharedPassagesOptions}: it reads, checks and writes them. A {@code NearSource} is
 *       the option that gives the value to search around: {@code fingerprint}, {@code like}, {@code
 *       text}, {@code values} or {@code document}.
 *   <li><b>Resolving.</b> A shard knows neither the documents of another shard nor pipelines. So
 *       the {@code Resolver} first replaces {@code like} by stored values, which a {@code
 *       DocumentLookup} reads with the caller's rights, and {@code document} by what its pipeline
 *       makes of it. {@link io.simhash.elasticsearch.query.NearRequests} limits what all queries of
 *       a request look up and carry.
 *   <li><b>In the shard.</b> {@code ShardQueryFactory} checks the fields in the mapping, {@code
 *       ShardTexts} makes a text into a value as the field does, and {@code SourceTexts} reads the
 *       texts of documents for {@code confirm} ({@link
 *       io.simhash.elasticsearch.query.ConfirmTexts}) and for {@code shared_passages}. {@code
 *       ComparabilityWarnings} warns of documents that the query cannot be compared with.
 * </ol>
 *
 * <p>{@link io.simhash.elasticsearch.query.InternalQuery} has the queries that the plugin sends
 * itself; users cannot.
 *
 * <h2>Where does a change belong?</h2>
 *
 * <p>A new option of one query: the record of its options. An option that the retriever or the
 * aggregation has too: {@code io.simhash.elasticsearch.option}. Which documents match: not here,
 * but in {@code io.simhash.lucene.search} and {@code io.simhash.core.near}. A score of a distance:
 * {@code io.simhash.core.simhash.DistanceScore}.
 */
package io.simhash.elasticsearch.query;
