package io.simhash.lucene.text;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.TokenWindows;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.NormalForm;
import io.simhash.core.text.TextLimit;
import io.simhash.core.text.TextOptions;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.lucene.analysis.Analyzer;

/**
 * The set of shingles of a text, or of several.
 *
 * @param options what of a text counts
 * @param shingling the unit and size of the shingles
 * @param analyzer makes the tokens of token shingles; not used otherwise
 */
public record TextShingles(TextOptions options, Shingling shingling, Analyzer analyzer) {

  /** The shingles of texts that count as a whole. */
  public TextShingles(Shingling shingling, Analyzer analyzer) {
    this(TextOptions.NONE, shingling, analyzer);
  }

  /** The same shingles of texts with other options. */
  TextShingles with(TextOptions other) {
    return new TextShingles(other, shingling, analyzer);
  }

  /**
   * The text of a field: its values, joined by a line break. So an array of paragraphs is the same
   * text as one string of them, wherever texts are compared; passages alone do not cross values.
   */
  public static String text(List<String> values) {
    return values.size() == 1 ? values.getFirst() : String.join("\n", values);
  }

  /** The XXH3 hashes of the shingles of all texts: the elements of their signature. */
  public HashedSet hashes(List<String> texts) {
    return HashedSet.of(
        texts.stream()
            .map(text -> hashes(options.applyTo(text), TokenSource.ANALYSIS))
            .flatMapToLong(LongStream::of));
  }

  /** The shingles of the {@link #text} of a field. */
  public HashedSet ofValues(List<String> values) {
    return hashes(List.of(text(values)));
  }

  /**
   * The shingles of a stored document. A document whose values together are longer than {@link
   * TextLimit#MAX_DOCUMENT} has none, as if it had no text.
   */
  public HashedSet ofDocument(List<String> values) {
    return ofValues(TextLimit.length(values) > TextLimit.MAX_DOCUMENT ? List.of() : values);
  }

  /** The hashes of the shingles of the part of a text that counts; a hash may be repeated. */
  long[] hashes(String text, TokenSource tokens) {
    return shingling.unit() == Shingling.Unit.CHARACTER
        ? new CharacterShingles(text, shingling.size(), FeatureHash.XXH3).hashes()
        : new TokenWindows(tokens.tokens(analyzer, NormalForm.forAnalyzer(text)), shingling.size())
            .hashes(FeatureHash.XXH3);
  }
}
