package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.lucene.text.TextShingles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.analysis.ReloadableCustomAnalyzer;

/**
 * The texts of all near queries of one shard request: their total length, and the memory of what is
 * made of them, of which equal results are accounted once.
 */
record ShardTexts(
    QueryTexts node, QueryTexts.Counts counts, QueryMemory memory, Runnable cancellation) {

  /** More than the bytes in memory of a fingerprint with a signature of 1,024 components. */
  private static final long SMALL = 2_048;

  /** Adds the length of a query's texts, once; returns that of all queries of the request. */
  long add(NearQuery query) {
    boolean isNew = counts.queries().add(query);
    return counts.characters().addAndGet(isNew ? query.characters() : 0);
  }

  /** The hashes of the texts' shingles. */
  HashedSet shingles(TextShingles shingles, List<String> texts) {
    // The analyzer makes no part of shingles of characters.
    Object maker = ofTokens(shingles) ? maker(shingles.analyzer()) : null;
    TextKey key = new TextKey(maker, shingles.shingling(), texts);
    long work = TextLimit.length(texts) * perCharacter(Optional.of(shingles));
    return get(key, work, () -> shingles.hashes(texts), HashedSet::bytes);
  }

  /** The components of an analyzer that can be reloaded, which itself stays the same object. */
  private static Object maker(Analyzer analyzer) {
    Analyzer inner = analyzer instanceof NamedAnalyzer named ? named.analyzer() : analyzer;
    return inner instanceof ReloadableCustomAnalyzer custom ? custom.getComponents() : analyzer;
  }

  /**
   * The fingerprint and signature of a text by the analyzer of a field; empty if the text has
   * neither.
   *
   * @param signed whether the signature is needed; one that decides nothing is not computed
   */
  Optional<FingerprintSource.Value> fingerprint(
      SimHashFieldType field, String text, boolean signed) {
    List<String> texts = List.of(text);
    TextKey key = new TextKey(field, signed, texts);
    long work = text.length() * QueryMemory.ANALYSIS;
    return get(key, work, () -> fingerprinted(field, text, signed), value -> SMALL);
  }

  private static Optional<FingerprintSource.Value> fingerprinted(
      SimHashFieldType field, String text, boolean signed) {
    TextFingerprint made = field.fingerprinter().orElseThrow().of(text);
    OptionalLong fingerprint = made.fingerprint();
    Optional<Signature> signature =
        signed ? field.signatures().flatMap(s -> s.of(List.of(text))) : Optional.empty();
    return fingerprint.isEmpty() && signature.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new FingerprintSource.Value(
                fingerprint.isEmpty() ? null : fingerprint.getAsLong(),
                signature.orElse(null),
                made.profile()));
  }

  /** The signature of a set's values, or of texts; empty if there is no element. */
  Optional<Signature> signature(MinHashFieldType field, List<String> values) {
    TextKey key = new TextKey(field, Signature.class, values);
    long work = TextLimit.length(values) * perCharacter(field.minHasher().shingles());
    return get(key, work, () -> field.minHasher().of(values), signature -> SMALL);
  }

  private static long perCharacter(Optional<TextShingles> shingles) {
    return shingles.filter(ShardTexts::ofTokens).isPresent()
        ? QueryMemory.ANALYSIS
        : QueryMemory.CUTTING;
  }

  private static boolean ofTokens(TextShingles shingles) {
    return shingles.shingling().unit() == Shingling.Unit.TOKEN;
  }

  /**
   * The result of some work, which is done and accounted unless its result is known.
   *
   * @param workingBytes the memory of the work
   * @param bytes the memory of a result
   */
  private <T> T get(TextKey key, long workingBytes, Supplier<T> work, ToLongFunction<T> bytes) {
    cancellation.run();
    QueryTexts.Result result =
        node.get(
            key,
            () -> {
              T made = memory.during(workingBytes, work);
              return new QueryTexts.Result(made, bytes.applyAsLong(made));
            });
    if (counts.accounted().add(key)) {
      memory.add(result.bytes());
    }
    @SuppressWarnings("unchecked") // Equal keys are those of the same work.
    T made = (T) result.value();
    return made;
  }
}
