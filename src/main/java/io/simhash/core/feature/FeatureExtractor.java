package io.simhash.core.feature;

import io.simhash.core.feature.Feature.Factor;
import io.simhash.core.feature.Occurrences.InField;
import io.simhash.core.feature.Tokens.Token;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.LengthFactor;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.text.NormalForm;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Turns analysed text into weighted features, as a {@link Profile} says.
 *
 * <p>Tokens that are too short or too rare are left out; shingles are windows over the tokens that
 * remain and never span two fields. A feature's weight is {@code tf · idf · length · pos · cue ·
 * title · field}; for a shingle of tokens {@code idf}, {@code length}, {@code pos}, {@code cue} and
 * {@code title} are each the mean over its tokens. Where occurrences of one feature differ in a
 * factor, the largest counts, so that the order of sentences does not. Then the {@code top}
 * heaviest features stay (ties: the smaller hash, unsigned) and weights become levels. A feature of
 * weight 0 is no feature.
 *
 * <p>Immutable and safe to share. Time n·log(n) in the number n of tokens, whatever they are;
 * memory linear in it.
 */
public final class FeatureExtractor {

  /**
   * One field of a document's body.
   *
   * @param text the analysed text: cue phrases and character shingles are read from it
   * @param tokens its tokens, offsets into {@code text}; empty where shingles are of characters
   * @param boost factor of the features that occur in this field ({@code summary^2})
   */
  public record BodyField(String text, Tokens tokens, double boost) {

    /** A field whose tokens are in a list. */
    public BodyField(String text, List<Token> tokens, double boost) {
      this(text, Tokens.of(tokens), boost);
    }
  }

  private final Profile profile;

  public FeatureExtractor(Profile profile) {
    this.profile = profile;
  }

  /**
   * The features of a document.
   *
   * @param titleTerms terms of the title: they mark features of the body and add none
   */
  public Features extract(List<BodyField> body, Set<String> titleTerms) {
    List<InField> fields =
        profile.isOfTokens()
            ? ofTokens(body, titleTerms)
            : body.stream().map(this::ofCharacters).toList();
    Occurrences occurrences = new Occurrences(fields, profile.get(ProfileOption.TF));
    long[] all = occurrences.weights();
    int[] kept = heaviest(occurrences, all);
    long[] hashes = Arrays.stream(kept).mapToLong(occurrences::hash).toArray();
    long[] weights = Arrays.stream(kept).mapToLong(i -> all[i]).toArray();
    if (profile.hasWeightLevels()) {
      profile
          .get(ProfileOption.WEIGHT_SCALE)
          .quantise(weights, profile.get(ProfileOption.WEIGHT_LEVELS));
    }
    return new Features(hashes, weights, () -> describe(occurrences, kept, weights));
  }

  /** Shingles of characters, whose only factor is the boost of the field. */
  private InField ofCharacters(BodyField field) {
    int size = profile.get(ProfileOption.SHINGLE).size();
    CharacterShingles shingles =
        new CharacterShingles(field.text(), size, profile.get(ProfileOption.HASH));
    return new InField(shingles.hashes(), Map.of(), field.boost(), shingles::text, i -> "");
  }

  /** Shingles of the tokens of each field that are neither too short nor too rare. */
  private List<InField> ofTokens(List<BodyField> body, Set<String> titleTerms) {
    int size = profile.get(ProfileOption.SHINGLE).size();
    List<TokenWindows> windows =
        body.stream()
            .map(field -> new TokenWindows(field.tokens(), kept(field.tokens()), size))
            .toList();
    return IntStream.range(0, body.size())
        .mapToObj(
            i ->
                new InField(
                    windows.get(i).hashes(profile.get(ProfileOption.HASH)),
                    factors(body.get(i).text(), windows.get(i), windows, titleTerms),
                    body.get(i).boost(),
                    windows.get(i)::text,
                    windows.get(i)::partOfSpeech))
        .toList();
  }

  private int[] kept(Tokens tokens) {
    int minLength = profile.get(ProfileOption.MIN_TOKEN_LENGTH);
    int minFrequency = profile.get(ProfileOption.MIN_DOCUMENT_FREQUENCY);
    IdfModel model = profile.idf().orElse(IdfModel.EMPTY);
    int[] kept = new int[tokens.size()];
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      if (tokens.hasCodePoints(i, minLength)
          && (minFrequency == 0 || model.documentFrequency(tokens.term(i)) >= minFrequency)) {
        kept[count++] = i;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  /** The factors that the profile has, of each window of all: the mean over its tokens. */
  private Map<Factor, double[]> factors(
      String text, TokenWindows windows, List<TokenWindows> all, Set<String> titleTerms) {
    Tokens tokens = windows.tokens();
    Map<Factor, IntToDoubleFunction> ofToken = new EnumMap<>(Factor.class);
    profile.idf().ifPresent(model -> ofToken.put(Factor.IDF, i -> model.idf(tokens.term(i))));
    LengthFactor length = profile.get(ProfileOption.LENGTH);
    if (length != LengthFactor.NONE) {
      IntSummaryStatistics lengths =
          all.stream()
              .flatMapToInt(each -> Arrays.stream(each.kept()).map(each.tokens()::codePoints))
              .summaryStatistics();
      ofToken.put(
          Factor.LENGTH,
          i -> length.factor(tokens.codePoints(i), lengths.getMin(), lengths.getMax()));
    }
    if (profile.get(ProfileOption.POS).isEmpty() == false) {
      ofToken.put(Factor.POS, i -> pos(tokens.partOfSpeech(i)));
    }
    if (profile.hasCuePhrases()) {
      CueMarks marks = CueMarks.of(text, cuePhrases(), profile.get(ProfileOption.CUE_SCOPE));
      double factor = profile.get(ProfileOption.CUE_FACTOR);
      ofToken.put(Factor.CUE, i -> marks.marks(tokens.start(i), tokens.end(i)) ? factor : 1);
    }
    if (titleTerms.isEmpty() == false) {
      ofToken.put(
          Factor.TITLE, i -> titleTerms.contains(tokens.term(i)) ? profile.titleFactor() : 1);
    }
    Map<Factor, double[]> factors = new EnumMap<>(Factor.class);
    ofToken.forEach((factor, of) -> factors.put(factor, windows.means(of)));
    return factors;
  }

  /** The phrases in the form of the text, which is folded and normalized. */
  private List<String> cuePhrases() {
    return profile.get(ProfileOption.CUE_PHRASES).stream()
        .map(phrase -> NormalForm.forAnalyzer(profile.text().folding().of(phrase)))
        .filter(phrase -> phrase.isEmpty() == false)
        .toList();
  }

  /** The factor of the longest prefix. */
  private double pos(String partOfSpeech) {
    return profile.get(ProfileOption.POS).entrySet().stream()
        .filter(prefix -> partOfSpeech.startsWith(prefix.getKey()))
        .max(Comparator.comparingInt(prefix -> prefix.getKey().length()))
        .map(Map.Entry::getValue)
        .orElse(1.0);
  }

  /** The features that have a weight, or the {@code top} heaviest of them. */
  private int[] heaviest(Occurrences occurrences, long[] weights) {
    int[] weighty = new int[weights.length];
    int count = 0;
    for (int i = 0; i < weights.length; i++) {
      weighty[count] = i;
      count += weights[i] > 0 ? 1 : 0;
    }
    int top = profile.get(ProfileOption.TOP);
    if (top == 0) {
      return Arrays.copyOf(weighty, count);
    }
    Comparator<Integer> heaviestFirst = Comparator.comparingLong(i -> -weights[i]);
    Comparator<Integer> smallerHash =
        (a, b) -> Long.compareUnsigned(occurrences.hash(a), occurrences.hash(b));
    return Arrays.stream(weighty, 0, count)
        .boxed()
        .sorted(heaviestFirst.thenComparing(smallerHash))
        .limit(top)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The features that were kept, in order of first occurrence. */
  private static List<Feature> describe(Occurrences occurrences, int[] kept, long[] weights) {
    return IntStream.range(0, kept.length)
        .boxed()
        .sorted(Comparator.comparingInt(i -> occurrences.first(kept[i])))
        .map(i -> occurrences.describe(kept[i], weights[i]))
        .toList();
  }
}
