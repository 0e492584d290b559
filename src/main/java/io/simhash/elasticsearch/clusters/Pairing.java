package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.cluster.BucketPairs;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.FingerprintPairs;
import io.simhash.core.cluster.IncomparablePairs;
import io.simhash.core.cluster.SignatureBands;
import io.simhash.core.cluster.UnionFind;
import io.simhash.core.near.NearRule;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Joins the groups of a run that are neighbours. Candidates are
 *
 * <ul>
 *   <li>with a maximum distance of {@value #MAX_JOIN} bits at most, or where signatures do not
 *       decide: all pairs within it;
 *   <li>otherwise pairs that share a band of their signatures, see {@link SignatureBands}, for each
 *       set of documents whose signatures have the same parameters; all pairs of a set whose
 *       signatures are too short for bands; and pairs whose signatures cannot be compared, all of
 *       them within the distance that the rule has for them, see {@link IncomparablePairs}.
 * </ul>
 */
final class Pairing {

  /** The largest distance whose pairs are found faster by fingerprints than by bands. */
  static final int MAX_JOIN = NearRule.DEFAULT_MAX_DISTANCE_ALONE;

  private final ClusterTask task;
  private final ClusterOptions options;
  private final PointInTime pointInTime;
  private final Documents documents;
  private final EqualGroups groups;
  private final UnionFind sets;
  private final Candidates candidates;

  /** The place of each document's parameters in {@link Documents#parameters}, or -1. */
  private int[] parametersOf;

  Pairing(
      ClusterTask task,
      ClusterOptions options,
      PointInTime pointInTime,
      Documents documents,
      EqualGroups groups,
      Values values,
      UnionFind sets) {
    this.task = task;
    this.options = options;
    this.pointInTime = pointInTime;
    this.documents = documents;
    this.groups = groups;
    this.sets = sets;
    this.candidates = new Candidates(options.rule(), options.confirm(), groups, sets, values);
  }

  /** Joins all neighbours; returns the number of pairs that were compared by the rule. */
  long run() {
    NearRule rule = options.rule();
    if (rule.usesSignatures() && rule.maxDistance() > MAX_JOIN) {
      parametersOf = documents.parametersOfEach(pointInTime, options);
      for (int place = 0; place < documents.parameters().length; place++) {
        joinSigned(place);
      }
      if (rule.maxDistanceAlone() >= 0) {
        joinIncomparable(rule.maxDistanceAlone());
      }
    } else {
      join(rule.maxDistance());
    }
    candidates.flush();
    return candidates.compared();
  }

  private void join(int maxDistance) {
    new FingerprintPairs(groups.keys(), maxDistance, this::check).forEach(candidates);
  }

  /** Joins documents whose signatures cannot be compared: their fingerprints decide. */
  private void joinIncomparable(int maxDistance) {
    int[] parametersOfGroups =
        IntStream.range(0, groups.groups()).map(g -> parametersOf[groups.first(g)]).toArray();
    new IncomparablePairs(groups.keys(), parametersOfGroups, maxDistance, this::check)
        .forEach(candidates::neighbours);
  }

  /**
   * Joins documents whose signatures have the same parameters: by bands, or by comparing all with
   * all where the signatures are too short for bands.
   */
  private void joinSigned(int place) {
    long parameters = documents.parameters()[place];
    int[] signed =
        IntStream.range(0, documents.size()).filter(d -> parametersOf[d] == place).toArray();
    int[] places = new int[documents.size()];
    Arrays.fill(places, -1);
    for (int i = 0; i < signed.length; i++) {
      places[signed[i]] = i;
    }
    int[] signedGroups =
        IntStream.range(0, groups.groups())
            .filter(group -> places[groups.first(group)] >= 0)
            .toArray();
    int components = DocumentsCollector.components(parameters);
    OptionalInt rows = SignatureBands.rows(components, options.rule().minSimilarity());
    if (rows.isPresent()) {
      SignatureBands bands = new SignatureBands(components, rows.getAsInt());
      bands(parameters, bands, signed.length, places, signedGroups);
    } else {
      long[] keys = IntStream.of(signedGroups).mapToLong(group -> groups.keys()[group]).toArray();
      new FingerprintPairs(keys, options.rule().maxDistance(), this::check)
          .forEach((a, b) -> candidates.accept(signedGroups[a], signedGroups[b]));
      candidates.flush();
    }
  }

  /** Reads some bands of the documents at a time, and compares one after the other. */
  private void bands(
      long parameters, SignatureBands bands, int signed, int[] places, int[] signedGroups) {
    int atATime = Math.min(bands.bands(), Reservation.bandsPerPass(documents.size()));
    for (int first = 0; first < bands.bands(); first += atATime) {
      int count = Math.min(atATime, bands.bands() - first);
      List<ShardValues> answers = ask(parameters, bands, first, count, signed);
      for (int band = 0; band < count; band++) {
        join(signedGroups, keys(answers, signedGroups, places, count, band));
        candidates.flush();
        report(bands.bands(), first + band + 1);
      }
    }
  }

  private List<ShardValues> ask(
      long parameters, SignatureBands bands, int first, int count, int signed) {
    ShardQuestion question = ShardQuestion.bands(options.fields(), parameters, bands, first, count);
    List<ShardValues> answers =
        pointInTime.ask(question, options.query()).stream().sorted(Documents.BY_SHARD).toList();
    long values = answers.stream().mapToLong(answer -> answer.bands().length).sum();
    if (values != (long) signed * count) {
      throw invalid(
          "[query] must match the same documents each time but matched [%s] with a signature, then"
              + " [%s]",
          signed, values / count);
    }
    return answers;
  }

  /** One band of each signed group, out of {@code count} in the answers. */
  private long[] keys(
      List<ShardValues> answers, int[] signedGroups, int[] places, int count, int band) {
    int[] column = new int[answers.stream().mapToInt(a -> a.bands().length / count).sum()];
    int place = 0;
    for (ShardValues answer : answers) {
      for (int i = band; i < answer.bands().length; i += count) {
        column[place++] = answer.bands()[i];
      }
    }
    return IntStream.of(signedGroups)
        .mapToLong(group -> Integer.toUnsignedLong(column[places[groups.first(group)]]))
        .toArray();
  }

  private void join(int[] signedGroups, long[] keys) {
    EqualGroups equal = EqualGroups.of(keys);
    for (int bucket = 0; bucket < equal.groups(); bucket++) {
      if (equal.size(bucket) > 1) {
        int[] members =
            IntStream.of(equal.members(bucket)).map(member -> signedGroups[member]).toArray();
        BucketPairs.forEach(members, sets, this::check, candidates);
      }
    }
  }

  /** Called regularly by long computations: they end with the task, the point in time does not. */
  private void check() {
    task.ensureNotCancelled();
    pointInTime.touch();
  }

  private void report(int bands, int done) {
    task.report(
        new ClusterStatus(
            ClusterStatus.Phase.PAIRING,
            documents.size(),
            bands,
            done,
            candidates.compared(),
            0,
            0));
  }
}
