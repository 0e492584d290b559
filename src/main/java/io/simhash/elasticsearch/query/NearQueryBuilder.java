package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.PassageRule;
import io.simhash.elasticsearch.compat.LeafQuery;
import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.elasticsearch.query.InternalQuery.NearAny;
import io.simhash.elasticsearch.query.InternalQuery.Passage;
import io.simhash.elasticsearch.query.InternalQuery.Same;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.plugins.SearchPlugin.QuerySpec;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/**
 * A query of this plugin as Elasticsearch handles it: a {@link NearQuery} with the step of
 * resolving that is under way, or an {@link InternalQuery}.
 *
 * <p>The node that received the request resolves the query while it rewrites it, step by step and
 * with the rights of the caller, before any shard receives it.
 */
public final class NearQueryBuilder extends LeafQuery<NearQueryBuilder> {

  /** The only wire format, one number for all of a query, see {@link WireFormat}. */
  private static final int FORMAT = 1;

  /** The options whose value is an object. */
  private static final Set<String> OBJECTS = Set.of("like", "document", "minhash", "confirm");

  private final PluginQuery query;

  /** {@code null} for a query that the plugin itself has made, which is resolved. */
  private final Resolver resolver;

  /** Holds the result of the step that is under way; {@code null} if none is. */
  private final SetOnce<QueryBuilder> pending;

  public NearQueryBuilder(InternalQuery query) {
    this(query, null, null);
  }

  NearQueryBuilder(NearQuery query, Resolver resolver) {
    this(query, resolver, null);
  }

  private NearQueryBuilder(PluginQuery query, Resolver resolver, SetOnce<QueryBuilder> pending) {
    this.query = query;
    this.resolver = resolver;
    this.pending = pending;
  }

  /** Reads what {@link #doWriteTo} wrote, in a format up to {@code newest}. */
  NearQueryBuilder(
      StreamInput in, Writeable.Reader<PluginQuery> reader, int newest, Resolver resolver)
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

  /** All queries. The node's ingest service exists only after queries are registered. */
  public static List<QuerySpec<?>> specs(Supplier<IngestService> ingest, NearRequests requests) {
    Resolver resolver = new Resolver(ingest, requests);
    return List.of(
        spec(NeighbourOptions.SIMHASH, resolver),
        spec(NeighbourOptions.MINHASH, resolver),
        spec(SharedPassagesOptions.NAME, resolver),
        internal(NearAny.NAME, NearAny::new, NeighbourOptions.SIMHASH),
        internal(Same.NAME, Same::new, "term"),
        internal(Passage.NAME, Passage::new, SharedPassagesOptions.NAME));
  }

  private static QuerySpec<NearQueryBuilder> spec(String name, Resolver resolver) {
    return new QuerySpec<>(
        name,
        in -> new NearQueryBuilder(in, reader(name), FORMAT, resolver),
        parser -> parse(parser, name, resolver));
  }

  private static QuerySpec<NearQueryBuilder> internal(
      String name, Writeable.Reader<PluginQuery> reader, String instead) {
    return new QuerySpec<>(
        name,
        in -> new NearQueryBuilder(in, reader, FORMAT, null),
        parser -> {
          throw invalid("[%s] is internal: use [%s]", name, instead);
        });
  }

  static Writeable.Reader<PluginQuery> reader(String name) {
    return name.equals(SharedPassagesOptions.NAME)
        ? SharedPassagesOptions::read
        : in -> NeighbourOptions.read(name, in);
  }

  /**
   * The query of the option {@code passages} of a processor for the texts of an arriving document,
   * whose length has been checked. In an index without the field it has no match.
   */
  public static QueryBuilder sharedPassages(String field, List<String> texts, PassageRule rule) {
    NearSource source = new NearSource.SetValues(texts);
    return new NearQueryBuilder(
        new SharedPassagesOptions("passages.", field, source, rule, true), null);
  }

  /** Reads the query's object; every mistake becomes a sentence that begins with its name. */
  static NearQueryBuilder parse(XContentParser parser, String name, Resolver resolver)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    Map<String, Object> given = parser.mapOrdered();
    OptionMap options = new OptionMap(given);
    try {
      refuseFormOfMatch(given);
      NearQuery query =
          switch (name) {
            case NeighbourOptions.SIMHASH -> NeighbourOptions.simHash(options);
            case NeighbourOptions.MINHASH -> NeighbourOptions.minHash(options);
            default -> SharedPassagesOptions.from(options);
          };
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
    if (resolver == null || context == null) {
      return super.doRewrite(context);
    }
    NearQuery near = (NearQuery) query;
    // Only the node that received a request resolves its queries, and knows the request's indices.
    boolean received = context.getResolvedIndices() != null;
    if (received && near.isResolved() == false) {
      SetOnce<QueryBuilder> result = new SetOnce<>();
      resolver.resolve(near, context, each -> new NearQueryBuilder(each, resolver), result::set);
      return new NearQueryBuilder(near, resolver, result);
    }
    if (received) {
      resolver.countTexts(near);
    } else if (near.isResolved() == false && context.convertToSearchExecutionContext() == null) {
      // The filter of an alias, or the query of a role.
      throw new IllegalArgumentException(ShardQueryFactory.unresolved(near));
    }
    return super.doRewrite(context);
  }

  @Override
  protected QueryBuilder doIndexMetadataRewrite(QueryRewriteContext context) {
    // An unresolved query is refused where it is made into a Lucene query, mapped or not.
    return query.isIgnored(context) && query.isResolved()
        ? new MatchNoneQueryBuilder(query.unmapped())
        : this;
  }

  @Override
  protected Query doToQuery(SearchExecutionContext context) throws IOException {
    if (query instanceof NearQuery near) {
      return new ShardQueryFactory(context).create(near);
    }
    return query.isIgnored(context)
        ? new MatchNoDocsQuery(query.unmapped())
        : ((InternalQuery) query).toQuery(context);
  }

  PluginQuery query() {
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
}
