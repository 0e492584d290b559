package io.simhash.lucene.text;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.block.Blocks;
import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Token;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.SimHash;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.ListIterator;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Replaces a whole token stream by its fingerprint.
 *
 * <p>With {@link Output#FINGERPRINT} that is one token of 16 hexadecimal digits; with {@link
 * Output#BLOCKS} four tokens at one position, {@code 0_9f3c} to {@code 3_…}: block number and its
 * four digits. Offsets reach from the first token's start to the farthest end, the type is {@code
 * simhash}. A stream that leaves no feature gives no token. All tokens of a text are held in
 * memory.
 */
public final class SimHashTokenFilter extends TokenFilter {

  /** The type of the tokens. */
  public static final String TYPE = "simhash";

  /** The tokens that the filter gives. */
  public enum Output {
    /** The fingerprint. */
    FINGERPRINT,
    /** Its four blocks. */
    BLOCKS;

    /** The name that users type. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    private List<String> terms(long fingerprint) {
      return this == FINGERPRINT
          ? List.of(Fingerprint.toHex(fingerprint))
          : IntStream.range(0, Blocks.COUNT)
              .mapToObj(block -> block + "_" + Blocks.term(Blocks.value(fingerprint, block)))
              .toList();
    }
  }

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final TypeAttribute type = addAttribute(TypeAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);

  private final Profile profile;
  private final FeatureExtractor extractor;
  private final Output output;

  private ListIterator<String> terms;
  private int start;
  private int end;

  /**
   * A filter.
   *
   * @throws IllegalArgumentException if the profile needs the text itself: cue phrases, shingles of
   *     characters
   */
  public SimHashTokenFilter(TokenStream input, Profile profile, Output output) {
    super(input);
    if (profile.isOfTokens() == false || profile.hasCuePhrases()) {
      throw invalid(
          "a token filter does not see the text: it has neither [cue_phrases] nor [shingle.unit]"
              + " [character]");
    }
    this.profile = profile;
    this.extractor = new FeatureExtractor(profile);
    this.output = output;
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    terms = null;
  }

  @Override
  public boolean incrementToken() throws IOException {
    if (terms == null) {
      terms = readAll();
    }
    if (terms.hasNext() == false) {
      return false;
    }
    clearAttributes();
    increment.setPositionIncrement(terms.nextIndex() == 0 ? 1 : 0);
    term.setEmpty().append(terms.next());
    offset.setOffset(start, end);
    type.setType(TYPE);
    return true;
  }

  private ListIterator<String> readAll() throws IOException {
    List<Token> tokens = TokenReader.readAll(input);
    start = tokens.stream().mapToInt(Token::start).min().orElse(0);
    end = tokens.stream().mapToInt(Token::end).max().orElse(0);
    BodyField body = new BodyField("", tokens, 1);
    OptionalLong fingerprint =
        SimHash.fingerprint(extractor.extract(List.of(body), Set.of()), profile).fingerprint();
    return fingerprint.isPresent()
        ? output.terms(fingerprint.getAsLong()).listIterator()
        : Collections.emptyListIterator();
  }
}
