package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.PassageRule;
import io.simhash.elasticsearch.compat.LeafQuery;
import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.DisMaxQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.plugins.SearchPlugin.QuerySpec;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/**
 * A {@link NearQuery} as Elasticsearch handles it, and the step of resolving that is under way.
 *
 * <p>The node that received the request resolves the query while it rewrites it, step by step and
 * with the rights of the caller, before any shard receives it.
 */
public final class NearQueryBuilder extends LeafQuery<NearQueryBuilder> {

  /** The only wire format, one number for all of a query, see {@link WireFormat}. */
  private static final int FORMAT = 1;

  /** The options whose value is an object. */
  private static final Set<String> OBJECTS = Set.of("like", "document", "minhash", "confirm");

  private final NearQuery query;
  private final Resolver resolver;

  /** Holds the result of the step that is under way; {@code null} if none is. */
  private final SetOnce<QueryBuilder> pending;

  NearQueryBuilder(NearQuery query, Resolver resolver) {
    this(query, resolver, null);
  }

  private NearQueryBuilder(NearQuery query, Resolver resolver, SetOnce<QueryBuilder> pending) {
    this.query = query;
    this.resolver = resolver;
    this.pending = pending;
  }

  /** Reads what {@link #doWriteTo} wrote, in a format up to {@code newest}. */
  NearQueryBuilder(
      StreamInput in, Writeable.Reader<NearQuery> reader, int newest, Resolver resolver)
      throws IOException {
    super(in);
    WireFormat.read(in, "a near query", newest);
    this.query = reader.read(in);
    this.resolver = resolver;
    this.pending = null;
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    if (pending != null) {
      throw new IllegalStateException("[" + query.name() + "] is sent before it is resolved");
    }
    out.writeVInt(FORMAT);
    query.writeTo(out);
  }

  /** The three queries. The node's ingest service exists only after queries are registered. */
  public static List<QuerySpec<?>> specs(Supplier<IngestService> ingest, NearRequests requests) {
    Resolver resolver = new Resolver(ingest, requests);
    return List.of(
        spec(
            NeighbourOptions.SIMHASH,
            NeighbourOptions::readSimHash,
            NeighbourOptions::simHash,
            resolver),
        spec(
            NeighbourOptions.MINHASH,
            NeighbourOptions::readMinHash,
            NeighbourOptions::minHash,
            resolver),
        spec(
            SharedPassagesOptions.NAME,
            SharedPassagesOptions::read,
            SharedPassagesOptions::from,
            resolver));
  }

  /**
   * The query {@code shared_passages} of the texts of an arriving document, whose length has been
   * checked. In an index without the field it has no match.
   */
  public static QueryBuilder sharedPassages(String field, List<String> texts, PassageRule rule) {
    NearSource source = new NearSource.SetValues(texts);
    return new NearQueryBuilder(
        new SharedPassagesOptions(field, source, rule, true),
        new Resolver(() -> null, new NearRequests()));
  }

  private static QuerySpec<NearQueryBuilder> spec(
      String name,
      Writeable.Reader<NearQuery> reader,
      Function<OptionMap, NearQuery> options,
      Resolver resolver) {
    return new QuerySpec<>(
        name,
        in -> new NearQueryBuilder(in, reader, FORMAT, resolver),
        parser -> parse(parser, name, options, resolver));
  }

  /** Reads the query's object; every mistake becomes a sentence that begins with its name. */
  static NearQueryBuilder parse(
      XContentParser parser, String name, Function<OptionMap, NearQuery> read, Resolver resolver)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    Map<String, Object> given = parser.mapOrdered();
    OptionMap options = new OptionMap(given);
    try {
      refuseFormOfMatch(given);
      NearQuery query = read.apply(options);
      float boost = (float) options.number("boost", 1);
      String queryName = options.string("_name", null);
      options.requireEmpty();
      if (Float.isFinite(boost) == false) {
        throw invalid("[boost] must be finite but was [%s]", boost);
      }
      return new NearQueryBuilder(query, resolver).boost(boost).queryName(queryName);
    } catch (IllegalArgumentException e) {
      throw new ParsingException(location, "[" + name + "] " + e.getMessage(), e);
    }
  }

  /** Refuses {@code {"my_field": {…}}}, the form of {@code match}, and shows the right one. */
  private static void refuseFormOfMatch(Map<String, Object> given) {
    if (given.size() != 1) {
      return;
    }
    Map.Entry<String, Object> only = given.entrySet().iterator().next();
    if (only.getValue() instanceof Map<?, ?> && OBJECTS.contains(only.getKey()) == false) {
      String field = OptionMap.shown(only.getKey());
      throw invalid(
          "[field] is needed: {\"field\": \"%s\", …} and not {\"%s\": {…}}", field, field);
    }
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(query.name());
    query.toXContent(builder);
    boostAndQueryNameToXContent(builder);
    builder.endObject();
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    if (pending != null) {
      return pending.get() == null ? this : pending.get();
    }
    // Only the node that received a request resolves its queries, and knows the request's indices.
    boolean received = context != null && context.getResolvedIndices() != null;
    if (received && query.isResolved() == false) {
      SetOnce<QueryBuilder> result = new SetOnce<>();
      resolver.resolve(
          query, context, found -> result.set(without(found.excluded(), anyOf(found.queries()))));
      return new NearQueryBuilder(query, resolver, result);
    }
    if (received) {
      resolver.countTexts(query);
    } else if (query.isResolved() == false
        && context != null
        && context.convertToSearchExecutionContext() == null) {
      // The filter of an alias, or the query of a role.
      throw new IllegalArgumentException(ShardQueryFactory.unresolved(query));
    }
    return super.doRewrite(context);
  }

  private QueryBuilder anyOf(List<NearQuery> queries) {
    if (queries.size() == 1) {
      return new NearQueryBuilder(queries.getFirst(), resolver);
    }
    DisMaxQueryBuilder best = QueryBuilders.disMaxQuery();
    queries.forEach(each -> best.add(new NearQueryBuilder(each, resolver)));
    return best;
  }

  private static QueryBuilder without(
      Map<LikedDocument.Location, Set<String>> excluded, QueryBuilder any) {
    if (excluded.isEmpty()) {
      return any;
    }
    BoolQueryBuilder others = QueryBuilders.boolQuery().must(any);
    excluded.forEach((place, ids) -> others.mustNot(place.documents(ids)));
    return others;
  }

  @Override
  protected QueryBuilder doIndexMetadataRewrite(QueryRewriteContext context) {
    boolean unmapped = query.fields().stream().anyMatch(f -> context.getFieldType(f) == null);
    // An unresolved query is refused where it is made into a Lucene query, mapped or not.
    return query.ignoreUnmapped() && unmapped && query.isResolved()
        ? new MatchNoneQueryBuilder(ShardQueryFactory.unmapped(query))
        : this;
  }

  @Override
  protected Query doToQuery(SearchExecutionContext context) {
    return new ShardQueryFactory(context).create(query);
  }

  NearQuery query() {
    return query;
  }

  @Override
  protected boolean doEquals(NearQueryBuilder other) {
    return query.equals(other.query) && pending == other.pending;
  }

  @Override
  protected int doHashCode() {
    return query.hashCode();
  }

  @Override
  public String getWriteableName() {
    return query.name();
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }
}
