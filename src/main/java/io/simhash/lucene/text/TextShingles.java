package io.simhash.lucene.text;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.Token;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;

/**
 * The set of shingles of several texts.
 *
 * @param shingling the unit and size of the shingles
 * @param analyzer makes the tokens of token shingles; not used otherwise
 */
public record TextShingles(Shingling shingling, Analyzer analyzer) {

  /**
   * The union of the texts' shingles as their XXH3 hashes ({@link FeatureHash#XXH3}): the elements
   * of their signature. A text without any adds none.
   */
  public HashedSet hashes(List<String> texts) {
    LongStream.Builder hashes = LongStream.builder();
    forEach(texts, shingle -> hashes.add(FeatureHash.XXH3.hash(shingle)));
    return HashedSet.of(hashes.build());
  }

  /** Gives the texts' shingles one by one; the same shingle may come several times. */
  void forEach(List<String> texts, Consumer<String> consumer) {
    for (String text : texts) {
      if (shingling.unit() == Shingling.Unit.CHARACTER) {
        Shingling.forEachCharacterWindow(text, shingling.size(), consumer);
      } else {
        Shingling.forEachWindow(
            terms(text), shingling.size(), window -> consumer.accept(String.join(" ", window)));
      }
    }
  }

  private List<String> terms(String text) {
    return TokenReader.read(analyzer, text).stream().map(Token::term).toList();
  }
}
