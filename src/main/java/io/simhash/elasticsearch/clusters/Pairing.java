package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.cluster.BucketPairs;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.FingerprintPairs;
import io.simhash.core.cluster.SignatureBands;
import io.simhash.core.cluster.UnionFind;
import io.simhash.core.near.NearRule;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Joins the groups of a run that are neighbours. Candidates are
 *
 * <ul>
 *   <li>with a maximum distance of {@value #MAX_JOIN} bits at most, or where signatures do not
 *       decide: all pairs within it;
 *   <li>otherwise pairs that share a band of their signatures, see {@link SignatureBands}, and, if
 *       there are documents without a comparable signature, all pairs within the distance that the
 *       rule has for them.
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
    int components =
        LongStream.of(documents.parameters())
            .mapToInt(DocumentsCollector::components)
            .min()
            .orElse(0);
    OptionalInt rows =
        components == 0
            ? OptionalInt.empty()
            : SignatureBands.rows(components, rule.minSimilarity());
    boolean bySignature = rule.usesSignatures() && rule.maxDistance() > MAX_JOIN;
    if (bySignature == false || components > 0 && rows.isEmpty()) {
      join(rule.maxDistance());
    } else {
      if (components > 0) {
        bands(new SignatureBands(components, rows.getAsInt()));
      }
      if (rule.maxDistanceAlone() >= 0 && documents.hasIncomparable()) {
        join(rule.maxDistanceAlone());
      }
    }
    candidates.flush();
    return candidates.compared();
  }

  private void join(int maxDistance) {
    new FingerprintPairs(groups.keys(), maxDistance, this::check).forEach(candidates);
  }

  /** Reads some bands of all documents at a time, and compares one after the other. */
  private void bands(SignatureBands bands) {
    int[] signed = IntStream.range(0, documents.size()).filter(documents::isSigned).toArray();
    int[] places = new int[documents.size()];
    for (int place = 0; place < signed.length; place++) {
      places[signed[place]] = place;
    }
    int[] signedGroups =
        IntStream.range(0, groups.groups())
            .filter(group -> documents.isSigned(groups.first(group)))
            .toArray();
    int atATime = Math.min(bands.bands(), Reservation.bandsPerPass(documents.size()));
    for (int first = 0; first < bands.bands(); first += atATime) {
      int count = Math.min(atATime, bands.bands() - first);
      List<ShardValues> answers = ask(bands, first, count, signed.length);
      for (int band = 0; band < count; band++) {
        join(signedGroups, keys(answers, signedGroups, places, count, band));
        candidates.flush();
        report(bands.bands(), first + band + 1);
      }
    }
  }

  private List<ShardValues> ask(SignatureBands bands, int first, int count, int signed) {
    ShardQuestion question = ShardQuestion.bands(options.fields(), bands, first, count);
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
