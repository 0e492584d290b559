package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Signature;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.ingest.DocumentPipeline;
import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.lucene.document.SimHashFields;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
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
  private final QueryTexts texts;
  private final NearRequests requests;

  Resolver(Supplier<IngestService> ingest, QueryTexts texts, NearRequests requests) {
    this.ingest = ingest;
    this.texts = texts;
    this.requests = requests;
  }

  /** The node's work on the texts of resolved queries. */
  QueryTexts texts() {
    return texts;
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
    LookupFields fields = LookupFields.minHash(minHash.field());
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
    return new LikeStep(
        like.documents(),
        like.include(),
        LookupFields.simHash(near.field()),
        near.confirm(),
        (found, confirm) -> value(near.field(), found).map(value -> near.with(value, confirm)),
        near.with(new FingerprintSource.None("like"), near.confirm()),
        requests);
  }

  /** The value of a liked document; empty, with a warning, if it has none. */
  private static Optional<FingerprintSource> value(String field, FoundDocument found) {
    Optional<Long> fingerprint =
        found.values(field).stream()
            .findFirst()
            .map(stored -> fingerprint(field, found.place().index(), stored));
    Optional<Signature> signature =
        found.strings(SimHashFields.signatureField(field)).stream()
            .findFirst()
            .flatMap(base64 -> MixedIndex.signature("like", base64));
    Optional<String> profile =
        found.strings(SimHashFieldType.profileField(field)).stream().findFirst();
    if (fingerprint.isEmpty() && signature.isEmpty()) {
      MixedIndex.warnOfNoValue(found.id(), found.place().index(), field);
      return Optional.empty();
    }
    return Optional.of(
        new FingerprintSource.Value(
            fingerprint.orElse(null), signature.orElse(null), profile.orElse(null)));
  }

  private Step like(MinHashNear near, SetSource.Like like) {
    return new LikeStep(
        like.documents(),
        near.include(),
        LookupFields.minHash(near.field()),
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

  private static long fingerprint(String field, String index, Object stored) {
    try {
      return Fingerprint.parseValue(stored);
    } catch (IllegalArgumentException e) {
      throw invalid(
          e,
          "[like] needs a document with a fingerprint in [%s] but in [%s] that field holds"
              + " something else",
          field,
          index);
    }
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
    NearRequest request = requests.current();
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
    ConfirmClause confirm =
        near.confirm() != null && near.confirm().texts() == null
            ? near.confirm().withTexts(texts(near.confirm().field(), document))
            : near.confirm();
    FingerprintSource value =
        new FingerprintSource.Value(
            fingerprint.isEmpty() ? null : fingerprint.getAsLong(),
            made.signature().orElse(null),
            made.fingerprint().profile());
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
}
