package io.simhash.core.feature;

import io.simhash.core.base.Weight;
import io.simhash.core.profile.Profile;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Turns analysed text into weighted features, as a {@link Profile} says.
 *
 * <p>Tokens that are too short or too rare are left out; shingles are windows over what is left and
 * never span two sections. A feature's weight is {@code tf · idf · length · pos · cue · title ·
 * field}; for a shingle of tokens {@code idf}, {@code length}, {@code pos}, {@code cue} and {@code
 * title} are each the mean over its tokens. Where occurrences of one feature differ in {@code pos},
 * {@code cue} or {@code field}, the largest counts, so that the order of sentences does not. Then
 * the {@code top} heaviest features stay (ties: the smaller hash, unsigned) and weights become
 * levels. A feature of weight 0 is no feature.
 *
 * <p>Immutable and safe to share. Time and memory linear in the number of tokens.
 */
public final class FeatureExtractor {

  private final Profile profile;

  public FeatureExtractor(Profile profile) {
    this.profile = profile;
  }

  /**
   * The features of a document.
   *
   * @param body the fields that are fingerprinted
   * @param titleTerms terms of the title: they mark features of the body and add none
   */
  public Features extract(List<BodyField> body, Set<String> titleTerms) {
    Map<String, Draft> drafts = new LinkedHashMap<>();
    if (profile.isOfCharacters()) {
      int size = profile.shingling().orElseThrow().size();
      for (BodyField section : body) {
        Shingling.forEachCharacterWindow(
            section.text(),
            size,
            shingle -> drafts.computeIfAbsent(shingle, Draft::new).occursIn(section));
      }
    } else {
      new Words(titleTerms, drafts).add(body);
    }
    return new Features(weigh(drafts.values()));
  }

  private List<Feature> weigh(Iterable<Draft> drafts) {
    List<Feature> features = new ArrayList<>();
    for (Draft draft : drafts) {
      Feature feature = draft.toFeature(profile);
      if (feature.weight() > 0) {
        features.add(feature);
      }
    }
    return quantised(heaviest(features));
  }

  private List<Feature> heaviest(List<Feature> features) {
    if (profile.top() == 0 || features.size() <= profile.top()) {
      return features;
    }
    Comparator<Feature> heaviestFirst =
        Comparator.comparingLong(Feature::weight)
            .reversed()
            .thenComparing(Feature::hash, Long::compareUnsigned)
            .thenComparing(Feature::text);
    Set<Feature> kept =
        new HashSet<>(features.stream().sorted(heaviestFirst).limit(profile.top()).toList());
    return features.stream().filter(kept::contains).toList();
  }

  private List<Feature> quantised(List<Feature> features) {
    if (profile.weightLevels() == 0) {
      return features;
    }
    long[] weights = features.stream().mapToLong(Feature::weight).toArray();
    profile.weightScale().quantise(weights, profile.weightLevels());
    List<Feature> quantised = new ArrayList<>(weights.length);
    for (int i = 0; i < weights.length; i++) {
      Feature f = features.get(i);
      quantised.add(
          new Feature(
              f.text(), f.partOfSpeech(), f.occurrences(), f.factors(), f.hash(), weights[i]));
    }
    return quantised;
  }

  /** The factors of a term that are the same wherever it stands. */
  private record Word(double idf, double length, double title) {}

  /** A token that stays, with the factors of this occurrence. */
  private record Occurrence(Token token, Word word, double pos, double cue) {}

  /** One run over the tokens of a document. */
  private final class Words {
    private final Set<String> titleTerms;
    private final Map<String, Draft> drafts;
    private final Map<String, Word> words = new HashMap<>();
    private int shortest = Integer.MAX_VALUE;
    private int longest = 0;

    Words(Set<String> titleTerms, Map<String, Draft> drafts) {
      this.titleTerms = titleTerms;
      this.drafts = drafts;
    }

    void add(List<BodyField> body) {
      List<List<Token>> kept = body.stream().map(section -> kept(section.tokens())).toList();
      for (int i = 0; i < kept.size(); i++) {
        addShingles(occurrences(body.get(i), kept.get(i)), body.get(i));
      }
    }

    private List<Token> kept(List<Token> tokens) {
      List<Token> kept = new ArrayList<>(tokens.size());
      for (Token token : tokens) {
        int length = codePoints(token.term());
        if (length >= profile.minTokenLength() && isFrequent(token.term())) {
          shortest = Math.min(shortest, length);
          longest = Math.max(longest, length);
          kept.add(token);
        }
      }
      return kept;
    }

    private boolean isFrequent(String term) {
      int least = profile.minDocumentFrequency();
      return least == 0 || profile.idf().orElseThrow().documentFrequency(term) >= least;
    }

    private List<Occurrence> occurrences(BodyField section, List<Token> tokens) {
      CueMarks marks = CueMarks.of(section.text(), profile.cuePhrases(), profile.cueScope());
      List<Occurrence> occurrences = new ArrayList<>(tokens.size());
      for (Token token : tokens) {
        Word word = words.computeIfAbsent(token.term(), this::word);
        double cue = marks.marks(token) ? profile.cueFactor() : 1;
        occurrences.add(new Occurrence(token, word, pos(token.partOfSpeech()), cue));
      }
      return occurrences;
    }

    private Word word(String term) {
      return new Word(
          profile.idf().map(model -> model.idf(term)).orElse(1.0),
          profile.length().factor(codePoints(term), shortest, longest),
          titleTerms.contains(term) ? profile.titleFactor() : 1);
    }

    private double pos(String partOfSpeech) {
      double factor = 1;
      int longestPrefix = -1;
      for (Map.Entry<String, Double> entry : profile.pos().entrySet()) {
        String prefix = entry.getKey();
        if (prefix.length() > longestPrefix && partOfSpeech.startsWith(prefix)) {
          longestPrefix = prefix.length();
          factor = entry.getValue();
        }
      }
      return factor;
    }

    private void addShingles(List<Occurrence> occurrences, BodyField section) {
      int size = profile.shingling().map(Shingling::size).orElse(1);
      int width = Math.min(size, occurrences.size());
      for (int i = 0; width > 0 && i + width <= occurrences.size(); i++) {
        List<Occurrence> window = occurrences.subList(i, i + width);
        drafts.computeIfAbsent(text(window), Draft::new).occursAs(window, section);
      }
    }

    private static String text(List<Occurrence> window) {
      if (window.size() == 1) {
        return window.get(0).token().term();
      }
      StringBuilder text = new StringBuilder();
      for (Occurrence occurrence : window) {
        text.append(text.isEmpty() ? "" : " ").append(occurrence.token().term());
      }
      return text.toString();
    }

    private static int codePoints(String term) {
      return term.codePointCount(0, term.length());
    }
  }

  /** A feature while its occurrences are counted. */
  private static final class Draft {
    private final String text;
    private String partOfSpeech = "";
    private int occurrences;
    private double idf = 1;
    private double length = 1;
    private double title = 1;
    private double pos = 0;
    private double cue = 0;
    private double field = 0;

    Draft(String text) {
      this.text = text;
    }

    void occursIn(BodyField section) {
      occurrences++;
      pos = 1;
      cue = 1;
      field = Math.max(field, section.boost());
    }

    void occursAs(List<Occurrence> window, BodyField section) {
      if (occurrences == 0) {
        idf = mean(window, o -> o.word().idf());
        length = mean(window, o -> o.word().length());
        title = mean(window, o -> o.word().title());
        partOfSpeech =
            String.join(" ", window.stream().map(o -> o.token().partOfSpeech()).toList()).strip();
      }
      occurrences++;
      pos = Math.max(pos, mean(window, Occurrence::pos));
      cue = Math.max(cue, mean(window, Occurrence::cue));
      field = Math.max(field, section.boost());
    }

    private static double mean(
        List<Occurrence> window, java.util.function.ToDoubleFunction<Occurrence> factor) {
      double sum = 0;
      for (Occurrence occurrence : window) {
        sum += factor.applyAsDouble(occurrence);
      }
      return sum / window.size();
    }

    Feature toFeature(Profile profile) {
      Factors factors =
          new Factors(profile.tf().factor(occurrences), idf, length, pos, cue, title, field);
      return new Feature(
          text,
          partOfSpeech,
          occurrences,
          factors,
          profile.hash().hash(text),
          Weight.of(factors.product()));
    }
  }
}
