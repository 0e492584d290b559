package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.elasticsearch.ingest.SimHashPipelines;
import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Resolves queries on the node that received the request: replaces {@code like} by the stored
 * values of that document, and {@code document} by the fingerprint that its pipeline computes.
 */
final class Resolver {

  /** One step, which runs in the thread context of the request's caller. */
  @FunctionalInterface
  interface Step {
    void run(Client client, ActionListener<Resolution> listener);
  }

  private final Supplier<IngestService> ingest;

  Resolver(Supplier<IngestService> ingest) {
    this.ingest = ingest;
  }

  /** The next step towards a resolved query; empty if the query is resolved. */
  Optional<Step> next(NearQuery query) {
    return switch (query) {
      case SimHashNear near -> next(near);
      case MinHashNear near -> next(near);
    };
  }

  private Optional<Step> next(SimHashNear near) {
    return switch (near.source()) {
      case FingerprintSource.Like like -> Optional.of(like(near, like));
      case FingerprintSource.Document document -> Optional.of(document(near, document));
      case FingerprintSource.Resolved resolved ->
          Optional.ofNullable(near.minHash()).flatMap(minHash -> next(near, minHash));
    };
  }

  private static Optional<Step> next(SimHashNear near, MinHashClause minHash) {
    return switch (minHash.set()) {
      case SetSource.Like like -> Optional.of(like(near, minHash, like));
      case SetSource.Resolved resolved -> Optional.empty();
    };
  }

  private static Optional<Step> next(MinHashNear near) {
    return switch (near.set()) {
      case SetSource.Like like -> Optional.of(like(near, like));
      case SetSource.Resolved resolved -> Optional.empty();
    };
  }

  private static Step like(SimHashNear near, FingerprintSource.Like like) {
    SearchSourceBuilder fields = new SearchSourceBuilder().docValueField(near.field());
    return lookup(
        like.document(),
        near.field(),
        fields,
        near.confirm(),
        (found, confirm) -> {
          List<Object> stored = found.values(near.field());
          if (stored.isEmpty()) {
            return new Resolution.NoMatch("the document of [like] has no fingerprint");
          }
          long fingerprint = fingerprint(near.field(), found.index(), stored.get(0));
          SimHashNear next = near.with(new FingerprintSource.Value(fingerprint), confirm);
          return Resolution.next(next, like.include(), found.index(), found.id());
        });
  }

  private static Step like(SimHashNear near, MinHashClause minHash, SetSource.Like like) {
    return lookup(
        like.document(),
        minHash.field(),
        field(minHash.field(), MinHashFieldType.SIGNATURE_FORMAT),
        null,
        (found, confirm) -> {
          List<String> stored = found.strings(minHash.field());
          String signature = stored.isEmpty() ? null : stored.get(0);
          return new Resolution.Next(
              near.with(minHash.with(new SetSource.Stored(signature, List.of()))));
        });
  }

  private static Step like(MinHashNear near, SetSource.Like like) {
    return lookup(
        like.document(),
        near.field(),
        field(near.field(), MinHashFieldType.BANDS_FORMAT),
        near.confirm(),
        (found, confirm) -> {
          List<String> stored = found.strings(near.field());
          if (stored.isEmpty()) {
            return new Resolution.NoMatch("the document of [like] has no signature");
          }
          List<String> bands = stored.subList(1, stored.size());
          MinHashNear next = near.with(new SetSource.Stored(stored.get(0), bands), confirm);
          return Resolution.next(next, near.include(), found.index(), found.id());
        });
  }

  private static SearchSourceBuilder field(String field, String format) {
    return new SearchSourceBuilder().fetchField(new FieldAndFormat(field, format));
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
    // Rewriting may run on a network thread, which must not analyse text.
    return (client, listener) ->
        client
            .threadPool()
            .executor(ThreadPool.Names.SEARCH_COORDINATION)
            .execute(ActionRunnable.supply(listener, () -> fingerprinted(near, document)));
  }

  private Resolution fingerprinted(SimHashNear near, FingerprintSource.Document document) {
    // Only the simhash processor runs: the others may do what a reader has no right to.
    TextFingerprint made =
        SimHashPipelines.processor(ingest.get(), document.pipeline())
            .fingerprint(document.document());
    if (made.fingerprint().isEmpty()) {
      return new Resolution.NoMatch("[document] has no fingerprint");
    }
    ConfirmClause confirm =
        lacksTexts(near.confirm())
            ? near.confirm().withTexts(texts(near.confirm().field(), document))
            : near.confirm();
    return new Resolution.Next(
        near.with(new FingerprintSource.Value(made.fingerprint().getAsLong()), confirm));
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

  /** Makes the next query of a document that was found and of {@code confirm} with its texts. */
  @FunctionalInterface
  private interface Continuation {
    Resolution apply(DocumentLookup.Found found, ConfirmClause confirm);
  }

  /**
   * Looks a document up once, and in the same search the texts that {@code confirm} lacks, so that
   * all values are those of one version of the document.
   *
   * @param field the field that {@code fields} reads
   */
  private static Step lookup(
      DocumentReference document,
      String field,
      SearchSourceBuilder fields,
      ConfirmClause confirm,
      Continuation next) {
    if (lacksTexts(confirm) == false) {
      return (client, listener) ->
          DocumentLookup.find(
              client, document, fields, listener.map(found -> next.apply(found, confirm)));
    }
    if (confirm.field().equals(field) == false) {
      // Asked for twice, the field would come as text alone; the shard refuses that query.
      fields.fetchField(confirm.field());
    }
    return (client, listener) ->
        DocumentLookup.find(
            client,
            document,
            fields,
            listener.map(
                found -> {
                  List<String> texts = found.strings(confirm.field());
                  return texts.isEmpty()
                      ? new Resolution.NoMatch("the document of [like] has no text to confirm with")
                      : next.apply(found, confirm.withTexts(texts));
                }));
  }

  private static boolean lacksTexts(ConfirmClause confirm) {
    return confirm != null && confirm.texts() == null;
  }
}
