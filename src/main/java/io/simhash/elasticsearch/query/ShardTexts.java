package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.passage.SharedPassages;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.NormalForm;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper.MinHashFieldType;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.lucene.search.SharedPassagesQuery;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.HashedText;
import io.simhash.lucene.text.TextHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * Makes fingerprints, signatures and shingles of the texts of near queries, for one request to a
 * shard.
 *
 * <p>The circuit breaker {@code request} counts the memory of the work while it runs, and the
 * memory of shingles until the search ends.
 */
record ShardTexts(SearchExecutionContext context) {

  /**
   * The bytes of working memory for each character of a text while an analyzer's tokens are made
   * into a fingerprint, a signature or shingles. Measured as the smallest heap in which a text of
   * 1,000,000 characters could be processed: fingerprint by {@code ansj} 192 MB, of which 55 MB are
   * the dictionary, by {@code standard} 96 MB, with words of one and two letters 128 MB; shingles
   * of tokens 96 to 160 MB.
   */
  static final long ANALYSIS = 150;

  /**
   * The same while a text is cut into shingles of characters, or for values, which are not cut:
   * measured 32 MB.
   */
  static final long CUTTING = 32;

  private static final String LABEL = "near query";

  /** The hashes of the shingles of a field's values. */
  HashedSet shingles(TextShingles shingles, List<String> values) {
    HashedSet set =
        work(values, isAnalysed(Optional.of(shingles)), () -> shingles.ofValues(values));
    context.addCircuitBreakerMemory(set.bytes(), LABEL);
    return set;
  }

  /**
   * The fingerprint and signature of a text by the analyzer of a field; empty if the text has
   * neither.
   *
   * @param signed whether the signature is needed; one that decides nothing is not computed
   */
  Optional<NearSource.Value> fingerprint(SimHashFieldType field, String text, boolean signed) {
    TextHasher hasher = signed ? field.hasher() : field.hasher().withoutSignatures();
    HashedText made = work(List.of(text), true, () -> hasher.of(text, TokenSource.ANALYSIS));
    return made.near().map(near -> new NearSource.Value(near, made.profile()));
  }

  /** The signature of a set's values, or of texts; empty if there is no element. */
  Optional<Signature> signature(MinHashFieldType field, List<String> values) {
    return work(
        values, isAnalysed(field.minHasher().shingles()), () -> field.minHasher().of(values));
  }

  /** The texts themselves, whose passages are searched for and compared until the search ends. */
  List<String> forPassages(List<String> values) {
    long characters = NormalForm.maxLetters(values);
    context.addCircuitBreakerMemory(characters * SharedPassages.BYTES_OF_CHARACTER, LABEL);
    if (context.searcher() != null) {
      context.addCircuitBreakerMemory(
          SharedPassagesQuery.bytes(context.searcher(), characters), LABEL);
    }
    return values;
  }

  private static boolean isAnalysed(Optional<TextShingles> shingles) {
    return shingles.filter(s -> s.shingling().unit() == Shingling.Unit.TOKEN).isPresent();
  }

  /** Accounts the memory of work while it runs. The search may have been cancelled before it. */
  private <T> T work(List<String> texts, boolean analysed, Supplier<T> work) {
    SearchContexts.cancellation(context.searcher()).run();
    long bytes = NormalForm.maxLetters(texts) * (analysed ? ANALYSIS : CUTTING);
    context.addCircuitBreakerMemory(bytes, LABEL);
    try {
      return work.get();
    } finally {
      context.releaseQueryConstructionMemory(bytes);
    }
  }
}
