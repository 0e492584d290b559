package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.ingest.DocumentPipeline;
import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.elasticsearch.query.NearQuery.MinHashClause;
import io.simhash.elasticsearch.query.NearQuery.MinHashNear;
import io.simhash.elasticsearch.query.NearQuery.SimHashNear;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Resolves queries on the node that received the request: replaces {@code like} by the stored
 * values of its documents, and {@code document} by the fingerprint that its pipeline computes.
 */
final class Resolver {

  /** One step, which runs in the thread context of the request's caller. */
  @FunctionalInterface
  interface Step {

    /** Registers the step with the context, which runs it and then goes on with rewriting. */
    void register(QueryRewriteContext context, Consumer<Resolution> result);
  }

  private final Supplier<IngestService> ingest;
  private final NearRequests requests;

  Resolver(Supplier<IngestService> ingest, NearRequests requests) {
    this.ingest = ingest;
    this.requests = requests;
  }

  /** Whether a shard can run the query. */
  boolean isResolved(NearQuery query) {
    return next(query).isEmpty();
  }

  /** Counts the texts of a resolved query of a request, and refuses too many characters. */
  void countTexts(NearQuery query) {
    requests.current().countTexts(query);
  }

  /** The next step towards a resolved query; empty if the query is resolved. */
  Optional<Step> next(NearQuery query) {
    return switch (query) {
      case SimHashNear near -> next(near);
      case MinHashNear near -> next(near);
    };
  }

  /**
   * First the document of {@code minhash}, so that it is looked up once, whatever the number of
   * documents in {@code like}.
   */
  private Optional<Step> next(SimHashNear near) {
    if (near.minHash() != null && near.minHash().set() instanceof SetSource.Like like) {
      return Optional.of(like(near, near.minHash(), like));
    }
    return switch (near.source()) {
      case FingerprintSource.Like like -> Optional.of(like(near, like));
      case FingerprintSource.Document document -> Optional.of(document(near, document));
      case FingerprintSource.Resolved resolved -> Optional.empty();
    };
  }

  private Optional<Step> next(MinHashNear near) {
    return switch (near.set()) {
      case SetSource.Like like -> Optional.of(like(near, like));
      case SetSource.Resolved resolved -> Optional.empty();
    };
  }

  private Step like(SimHashNear near, MinHashClause minHash, SetSource.Like like) {
    DocumentLookup.Fields fields = DocumentLookup.Fields.minHash(minHash.field());
    return (context, result) ->
        context.registerUniqueAsyncAction(
            new DocumentLookup(like.documents(), fields, requests),
            found -> {
              List<String> stored = found.getFirst().strings(minHash.field());
              SetSource set =
                  stored.isEmpty()
                      ? SetSource.Stored.NONE
                      : new SetSource.Stored(stored.getFirst());
              result.accept(new Resolution.Next(near.with(minHash.with(set))));
            });
  }

  private Step like(SimHashNear near, FingerprintSource.Like like) {
    String field = near.options().field();
    return new LikeStep(
        like.documents(),
        like.include(),
        DocumentLookup.Fields.simHash(field),
        near.confirm(),
        (found, confirm) -> value(field, found).map(value -> near.with(value, confirm)),
        near.with(new FingerprintSource.None("like"), near.confirm()),
        requests);
  }

  /** The value of a liked document; empty, with a warning, if it has none. */
  private static Optional<FingerprintSource> value(String field, DocumentReference.Found found) {
    Optional<NearValue> value;
    try {
      value = StoredValue.of(found::values, field, reason -> MixedIndex.warnOfLike("like", reason));
    } catch (IllegalArgumentException e) {
      throw invalid(
          e,
          "[like] needs a document with a fingerprint in [%s] but in [%s] that field holds"
              + " something else",
          field,
          found.place().index());
    }
    if (value.isEmpty()) {
      MixedIndex.warnOfNoValue(found.id(), found.place().index(), field);
    }
    Optional<String> profile =
        found.strings(SimHashFieldType.profileField(field)).stream().findFirst();
    return value.map(near -> FingerprintSource.Value.of(near, profile.orElse(null)));
  }

  private Step like(MinHashNear near, SetSource.Like like) {
    return new LikeStep(
        like.documents(),
        near.include(),
        DocumentLookup.Fields.minHash(near.field()),
        near.confirm(),
        (found, confirm) -> {
          List<String> stored = found.strings(near.field());
          if (stored.isEmpty()) {
            return Optional.empty();
          }
          return Optional.of(near.with(new SetSource.Stored(stored.getFirst()), confirm));
        },
        near.with(SetSource.Stored.NONE, near.confirm()),
        requests);
  }

  private Step document(SimHashNear near, FingerprintSource.Document document) {
    return (context, result) ->
        context.registerAsyncAction(
            (client, listener) ->
                ActionListener.run(
                    listener.<SimHashNear>map(
                        made -> {
                          result.accept(new Resolution.Next(made));
                          return null;
                        }),
                    made -> fingerprint(near, document, client.threadPool(), made)));
  }

  /** Rewriting may run on a network thread, which must not analyse text. */
  private void fingerprint(
      SimHashNear near,
      FingerprintSource.Document document,
      ThreadPool threads,
      ActionListener<SimHashNear> listener) {
    NearRequests.NearRequest request = requests.current();
    request.countDocument(document);
    request.run(
        made ->
            threads
                .executor(ThreadPool.Names.SEARCH_COORDINATION)
                .execute(ActionRunnable.supply(made, () -> fingerprinted(near, document))),
        threads.getThreadContext(),
        listener);
  }

  private SimHashNear fingerprinted(SimHashNear near, FingerprintSource.Document document) {
    SimHashProcessor.Result made =
        new DocumentPipeline(ingest.get(), document.pipeline()).process(document.document());
    OptionalLong fingerprint = made.fingerprint().fingerprint();
    if (fingerprint.isEmpty() && made.signature().isEmpty()) {
      return near.with(new FingerprintSource.None("document"), near.confirm());
    }
    ConfirmOptions confirm =
        near.confirm() != null && near.confirm().texts() == null
            ? near.confirm().withTexts(texts(near.confirm().field(), document))
            : near.confirm();
    FingerprintSource value =
        FingerprintSource.Value.of(
            new NearValue(fingerprint, made.signature()), made.fingerprint().profile());
    return near.with(value, confirm);
  }

  private static List<String> texts(String field, FingerprintSource.Document document) {
    Object found = XContentMapValues.extractValue(field, document.document());
    List<?> texts =
        found instanceof List<?> list ? list : found == null ? List.of() : List.of(found);
    if (texts.isEmpty() || texts.stream().allMatch(String.class::isInstance) == false) {
      throw invalid("[confirm.text] is needed, or a text in [%s] of [document]", field);
    }
    return texts.stream().map(String.class::cast).toList();
  }

  /** The result of one step of {@link Resolver}. */
  sealed interface Resolution {

    /** The query to go on with. */
    record Next(NearQuery query) implements Resolution {}

    /**
     * The documents that match one of several queries, with the best of their scores.
     *
     * @param queries at least one, all different
     * @param excluded the documents that must not be hits: their ids by concrete index and routing
     */
    record AnyOf(List<NearQuery> queries, Map<DocumentReference.Place, Set<String>> excluded)
        implements Resolution {}
  }

  /**
   * The step that replaces the {@code like} of a query by the stored values of its documents: the
   * neighbours of any of them match. Documents without a value add no neighbours.
   *
   * <p>Each document is read by one search, with the texts that {@code confirm} lacks, so that all
   * values are those of one version of the document.
   *
   * @param documents the documents of {@code like}
   * @param include whether they may themselves be hits
   * @param fields the fields that hold the values
   * @param confirm the exact check by the text; {@code null} for none
   * @param neighbours makes the query for the neighbours of one document
   * @param none the query where no document has the value
   * @param requests knows the request that the step is a part of
   */
  record LikeStep(
      List<DocumentReference> documents,
      boolean include,
      DocumentLookup.Fields fields,
      ConfirmOptions confirm,
      Neighbours neighbours,
      NearQuery none,
      NearRequests requests)
      implements Step {

    /** Makes the query for the neighbours of one document. */
    @FunctionalInterface
    interface Neighbours {

      /**
       * The query; empty if the document lacks the value.
       *
       * @param confirm the query's {@code confirm} with the texts of the document
       */
      Optional<NearQuery> of(DocumentReference.Found found, ConfirmOptions confirm);
    }

    @Override
    public void register(QueryRewriteContext context, Consumer<Resolution> result) {
      context.registerUniqueAsyncAction(
          new DocumentLookup(documents, requested(), requests),
          found -> result.accept(resolution(found)));
    }

    private DocumentLookup.Fields requested() {
      // Asked for twice, the field would come as text alone; the shard refuses that query.
      return lacksTexts() && confirm.field().equals(fields.field()) == false
          ? fields.withTexts(confirm.field())
          : fields;
    }

    private Resolution resolution(List<DocumentReference.Found> found) {
      List<NearQuery> queries =
          found.stream().map(this::query).flatMap(Optional::stream).distinct().toList();
      if (queries.isEmpty()) {
        return new Resolution.Next(none);
      }
      // Counted before the next look-up ends: all of them together may not fit into memory.
      queries.forEach(requests.current()::countTexts);
      return new Resolution.AnyOf(queries, include ? Map.of() : idsByPlace(found));
    }

    private Optional<NearQuery> query(DocumentReference.Found found) {
      if (lacksTexts() == false) {
        return neighbours.of(found, confirm);
      }
      List<String> texts = found.strings(confirm.field());
      return texts.isEmpty() ? Optional.empty() : neighbours.of(found, confirm.withTexts(texts));
    }

    private static Map<DocumentReference.Place, Set<String>> idsByPlace(
        List<DocumentReference.Found> found) {
      Map<DocumentReference.Place, Set<String>> ids = new TreeMap<>();
      found.forEach(f -> ids.computeIfAbsent(f.place(), place -> new TreeSet<>()).add(f.id()));
      return ids;
    }

    private boolean lacksTexts() {
      return confirm != null && confirm.texts() == null;
    }
  }
}
