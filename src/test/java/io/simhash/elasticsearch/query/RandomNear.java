package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.ESTestCase.randomAlphaOfLength;
import static org.elasticsearch.test.ESTestCase.randomBoolean;
import static org.elasticsearch.test.ESTestCase.randomDouble;
import static org.elasticsearch.test.ESTestCase.randomFrom;
import static org.elasticsearch.test.ESTestCase.randomIntBetween;
import static org.elasticsearch.test.ESTestCase.randomList;
import static org.elasticsearch.test.ESTestCase.randomLong;
import static org.elasticsearch.test.ESTestCase.rarely;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.text.Folding;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** The queries {@code simhash_near} and {@code minhash_near}, and random parts of them. */
final class RandomNear {

  private RandomNear() {}

  static NeighbourOptions simHash(
      NearOptions options,
      NearSource source,
      DistanceScore score,
      MinHashClause minHash,
      ConfirmOptions confirm) {
    return new NeighbourOptions(
        NeighbourOptions.SIMHASH, options, source, score, null, minHash, confirm);
  }

  static NeighbourOptions minHash(
      NearOptions options, NearSource source, Integer minMatchingBands, ConfirmOptions confirm) {
    return new NeighbourOptions(
        NeighbourOptions.MINHASH,
        options,
        source,
        DistanceScore.SIMILARITY,
        minMatchingBands,
        null,
        confirm);
  }

  /** A text with a fingerprint: of one without any, a query warns. */
  static NearSource text() {
    List<String> words = randomList(20, 40, () -> randomAlphaOfLength(4));
    return new NearSource.Text(String.join(" ", words));
  }

  static NearSource value() {
    Signature signature = randomBoolean() ? null : signature();
    String profile = randomBoolean() ? null : randomAlphaOfLength(12);
    Long fingerprint = signature != null && rarely() ? null : (Long) randomLong();
    return value(fingerprint, signature, profile);
  }

  /** A value; null for what it lacks. */
  static NearSource.Value value(Long fingerprint, Signature signature, String profile) {
    return new NearSource.Value(
        new NearValue(
            fingerprint == null ? OptionalLong.empty() : OptionalLong.of(fingerprint),
            Optional.ofNullable(signature)),
        profile);
  }

  static Signature signature() {
    Optional<Shingling> shingling = randomBoolean() ? Optional.empty() : Optional.of(size());
    int bands = randomIntBetween(1, 10);
    Bands random = new Bands(randomIntBetween(64, 100), bands, randomIntBetween(1, 64 / bands));
    Bands made = randomBoolean() ? Bands.DEFAULT : random;
    return new SignatureParameters(shingling, made).signature(longs(made.hashes()));
  }

  private static long[] longs(int count) {
    return LongStream.generate(() -> randomLong()).limit(count).toArray();
  }

  static Shingling size() {
    return randomBoolean()
        ? Shingling.AUTO_CHARACTERS
        : new Shingling(randomFrom(Shingling.Unit.values()), randomIntBetween(1, 32));
  }

  static ConfirmOptions confirm(String field) {
    Shingling shingling = randomBoolean() ? null : size();
    Folding folding = randomBoolean() ? null : Folding.ofBits(randomIntBetween(0, 15));
    List<String> texts = randomList(1, 3, () -> randomAlphaOfLength(20));
    return randomBoolean()
        ? null
        : new ConfirmOptions(
            field, new ConfirmRule(fraction(), fraction()), shingling, folding, texts);
  }

  static MinHashClause minHash() {
    if (randomBoolean()) {
      return new MinHashClause(
          "body", new NearSource.Text(randomAlphaOfLength(30)), fraction(), fraction());
    }
    List<String> values = randomList(0, 4, () -> randomAlphaOfLength(3));
    return new MinHashClause("tags", new NearSource.SetValues(values), fraction(), fraction());
  }

  static double fraction() {
    return randomFrom(0.0, 1.0, randomDouble());
  }

  private static ConfirmOptions otherConfirm(ConfirmOptions confirm) {
    if (confirm == null) {
      return new ConfirmOptions("other", new ConfirmRule(.5, .25), null, null, List.of("text"));
    }
    Shingling other = confirm.shingling() == null ? Shingling.AUTO_CHARACTERS : null;
    return new ConfirmOptions(
        confirm.field(), confirm.rule(), other, confirm.folding(), confirm.texts());
  }

  private static NeighbourOptions with(NeighbourOptions near, NearOptions options) {
    return with(near, options, near.score(), near.minMatchingBands());
  }

  private static NeighbourOptions with(
      NeighbourOptions near, NearOptions options, DistanceScore score, Integer bands) {
    return new NeighbourOptions(
        near.name(), options, near.source(), score, bands, near.minHash(), near.confirm());
  }

  /** A query that differs in one option, or null. */
  static NeighbourOptions mutate(NeighbourOptions near) {
    NearOptions o = near.options();
    return switch (randomIntBetween(0, 8)) {
      case 0 ->
          with(
              near,
              new NearOptions(
                  o.field() + "2", o.maxDistance(), o.minSimilarity(), o.ignoreUnmapped()));
      case 1 -> near.with(new NearSource.Text("other"), near.confirm());
      case 2 -> {
        Integer other = o.maxDistance() == null ? 7 : (Integer) (o.maxDistance() ^ 1);
        yield with(near, new NearOptions(o.field(), other, o.minSimilarity(), o.ignoreUnmapped()));
      }
      case 3 -> {
        Double other = o.minSimilarity() == null || o.minSimilarity() != .25 ? .25 : .5;
        yield with(near, new NearOptions(o.field(), o.maxDistance(), other, o.ignoreUnmapped()));
      }
      case 4 -> {
        DistanceScore[] scores = DistanceScore.values();
        DistanceScore other = scores[(near.score().ordinal() + 1) % scores.length];
        yield near.isMinHash() ? with(near, o, near.score(), 7) : with(near, o, other, null);
      }
      case 5 ->
          near.with(
              near.minHash() == null
                  ? minHash()
                  : new MinHashClause(
                      "other", near.minHash().source(), near.minHash().minSimilarity(), .5));
      case 6 -> near.with(near.source(), otherConfirm(near.confirm()));
      case 7 -> {
        boolean other = o.ignoreUnmapped() == false;
        yield with(near, new NearOptions(o.field(), o.maxDistance(), o.minSimilarity(), other));
      }
      default -> null;
    };
  }
}
