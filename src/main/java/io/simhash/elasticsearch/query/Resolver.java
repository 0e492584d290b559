package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.NearValue;
import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.ingest.DocumentPipeline;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.DocumentReference;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.elasticsearch.query.LikedDocument.Location;
import io.simhash.lucene.text.HashedText;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.DisMaxQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Resolves queries on the node that received the request: replaces {@code like} by the stored
 * values of its documents, and {@code document} by the fingerprint that its pipeline computes.
 */
final class Resolver {

  private final Supplier<IngestService> ingest;
  private final NearRequests requests;

  Resolver(Supplier<IngestService> ingest, NearRequests requests) {
    this.ingest = ingest;
    this.requests = requests;
  }

  /** Counts the texts of a resolved query of a request, and refuses too many characters. */
  void countTexts(NearQuery query) {
    boolean sharesPassages = query instanceof SharedPassagesOptions;
    requests.current().countTexts(query, query.characters(), sharesPassages);
  }

  /**
   * Registers the next step towards a resolved query, which runs in the thread context of the
   * caller. First the document of {@code minhash}, so that it is looked up once, whatever the
   * number of documents in {@code like}.
   *
   * @param builder makes a query that Elasticsearch handles
   */
  void resolve(
      NearQuery query,
      QueryRewriteContext context,
      Function<NearQuery, QueryBuilder> builder,
      Consumer<QueryBuilder> result) {
    Consumer<NearQuery> next = each -> result.accept(builder.apply(each));
    if (query instanceof NeighbourOptions near
        && near.minHash() != null
        && near.minHash().source() instanceof NearSource.Like like) {
      MinHashClause minHash = near.minHash();
      lookUp(
          like,
          List.of(NearFieldType.valueField(minHash.field())),
          context,
          found ->
              next.accept(
                  near.with(
                      minHash.with(
                          value(minHash.field(), "minhash.like", found.getFirst())
                              .orElse(new NearSource.None("like"))))));
    } else if (query.source() instanceof NearSource.Like like) {
      String value =
          query instanceof SharedPassagesOptions
              ? query.field()
              : NearFieldType.valueField(query.field());
      // One search, so that all values belong to one version of the document.
      List<String> fields =
          query.lacksTexts() ? List.of(value, query.confirm().field()) : List.of(value);
      lookUp(
          like, fields, context, found -> result.accept(neighbours(query, like, found, builder)));
    } else {
      fingerprint(query, (NearSource.PipelineDocument) query.source(), context, next);
    }
  }

  /** Reads the documents of {@code like}, each of the index, alias or data stream that it is in. */
  private void lookUp(
      NearSource.Like like,
      List<String> fields,
      QueryRewriteContext context,
      Consumer<List<LikedDocument>> found) {
    List<DocumentReference> documents =
        like.documents().stream()
            .map(
                each ->
                    each.index().isEmpty()
                        ? new DocumentReference(
                            searched(context.getResolvedIndices()), each.id(), each.routing())
                        : each)
            .toList();
    new DocumentLookup(documents, fields, requests).register(context, found);
  }

  /** The only name of what a request searches, by which the caller may read it, or its index. */
  private static String searched(ResolvedIndices indices) {
    OriginalIndices local = indices.getLocalIndices();
    if (local != null && indices.getRemoteClusterIndices().isEmpty()) {
      String[] names = local.indices();
      if (names.length == 1
          && names[0].equals(Metadata.ALL) == false
          && Regex.isSimpleMatchPattern(names[0]) == false) {
        return names[0];
      }
      // Security replaces a pattern by what it matches.
      Index[] concrete = indices.getConcreteLocalIndices();
      if (concrete.length == 1) {
        return concrete[0].getName();
      }
    }
    throw invalid(
        "[like] needs [_index], unless the request searches exactly one index, alias or data stream"
            + " of this cluster");
  }

  /**
   * The neighbours of any of the documents of {@code like}, with the best of their scores, without
   * these documents. Documents without a value add no neighbours.
   */
  private QueryBuilder neighbours(
      NearQuery query,
      NearSource.Like like,
      List<LikedDocument> found,
      Function<NearQuery, QueryBuilder> builder) {
    List<NearQuery> queries =
        found.stream().map(f -> neighbours(query, f)).flatMap(Optional::stream).distinct().toList();
    if (queries.isEmpty()) {
      return builder.apply(query.with(new NearSource.None("like"), query.confirm()));
    }
    // Counted before the next look-up ends: all of them together may not fit into memory.
    queries.forEach(this::countTexts);
    DisMaxQueryBuilder best = QueryBuilders.disMaxQuery();
    queries.forEach(each -> best.add(builder.apply(each)));
    QueryBuilder any = queries.size() == 1 ? builder.apply(queries.getFirst()) : best;
    if (like.include()) {
      return any;
    }
    Map<Location, Set<String>> liked = new LinkedHashMap<>();
    found.forEach(f -> liked.computeIfAbsent(f.place(), p -> new LinkedHashSet<>()).add(f.id()));
    BoolQueryBuilder others = QueryBuilders.boolQuery().must(any);
    liked.forEach((place, ids) -> others.mustNot(place.documents(ids)));
    return others;
  }

  /** The query for the neighbours of one document; empty if it lacks the value or the texts. */
  private Optional<NearQuery> neighbours(NearQuery query, LikedDocument found) {
    ConfirmOptions confirm = query.confirm();
    if (query.lacksTexts()) {
      List<String> texts = found.strings(confirm.field());
      if (texts.isEmpty()) {
        return Optional.empty();
      }
      confirm = confirm.withTexts(texts);
    }
    ConfirmOptions confirmed = confirm;
    Optional<NearSource> value =
        query instanceof SharedPassagesOptions passages
            ? texts(passages.field(), found)
            : value(query.field(), "like", found);
    return value.map(source -> query.with(source, confirmed));
  }

  /** The texts of a liked document; empty, with a warning, if it has none. */
  private Optional<NearSource> texts(String field, LikedDocument found) {
    List<String> texts = found.strings(field);
    TextLimit.requireQuery("like", texts);
    if (texts.isEmpty()) {
      warn(
          "[like] shares no passage of [{}] in [{}]: [{}] has no text there",
          found.id(),
          found.place().index(),
          field);
      return Optional.empty();
    }
    return Optional.of(new NearSource.SetValues(texts));
  }

  /**
   * The value of a liked document; empty, with a warning, if it has none.
   *
   * @param option {@code like} or {@code minhash.like}
   */
  private Optional<NearSource> value(String field, String option, LikedDocument found) {
    List<Object> read = found.values(NearFieldType.valueField(field));
    Optional<NearValue> value =
        StoredValue.of(
            read, reason -> warn(ComparabilityWarnings.ABSENT_SIGNATURE, option, reason));
    if (value.isEmpty()) {
      warn(
          "[{}] has no neighbours of [{}] in [{}]: [{}] has neither a fingerprint nor a signature"
              + " there: its text has no letters or, without signatures, is too short, or it"
              + " was indexed before [{}] was mapped or without the pipeline, or the field has"
              + " another type there",
          option,
          found.id(),
          found.place().index(),
          field,
          field);
    }
    return value.map(near -> new NearSource.Value(near, StoredValue.profile(read)));
  }

  private void warn(String sentence, Object... values) {
    requests.current().warn(sentence, values);
  }

  /** Rewriting may run on a network thread, which must not analyse text. */
  private void fingerprint(
      NearQuery query,
      NearSource.PipelineDocument document,
      QueryRewriteContext context,
      Consumer<NearQuery> result) {
    NearRequests.NearRequest request = requests.current();
    context.registerAsyncAction(
        (client, listener) ->
            ActionListener.run(
                listener.<NearQuery>map(
                    made -> {
                      result.accept(made);
                      return null;
                    }),
                end -> {
                  request.countDocuments(1);
                  request.countCharacters(document.characters());
                  ThreadPool threads = client.threadPool();
                  Executor executor = threads.executor(ThreadPool.Names.SEARCH_COORDINATION);
                  request.run(
                      made ->
                          executor.execute(
                              ActionRunnable.supply(made, () -> fingerprinted(query, document))),
                      threads.getThreadContext(),
                      end);
                }));
  }

  private NearQuery fingerprinted(NearQuery query, NearSource.PipelineDocument document) {
    HashedText made =
        new DocumentPipeline(ingest.get(), document.pipeline())
            .process(document.document())
            .hashed();
    ConfirmOptions confirm = query.confirm();
    if (made.near().isEmpty()) {
      return query.with(new NearSource.None("document"), confirm);
    }
    return query.with(
        new NearSource.Value(made.near().get(), made.profile()),
        query.lacksTexts() ? confirm.withTexts(texts(confirm.field(), document)) : confirm);
  }

  private static List<String> texts(String field, NearSource.PipelineDocument document) {
    List<Object> texts = XContentMapValues.extractRawValues(field, document.document());
    if (texts.isEmpty() || texts.stream().allMatch(String.class::isInstance) == false) {
      throw invalid("[confirm.text] is needed, or a text in [%s] of [document]", field);
    }
    return texts.stream().map(String.class::cast).toList();
  }
}
