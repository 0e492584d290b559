package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.query.QueryBuilders;

/** Reads the members, signatures and texts of some documents of a run. */
final class Values {

  /** The documents of one question: 4 MB of signatures. */
  static final int BATCH = 10_000;

  /** The shingles of one question: those of two texts of the maximum length. */
  static final long TEXT_BYTES = 16 << 20;

  private final PointInTime pointInTime;
  private final ShardQuestion.Fields fields;
  private final Documents documents;
  private final long textBytes;

  Values(PointInTime pointInTime, ShardQuestion.Fields fields, Documents documents) {
    this(pointInTime, fields, documents, TEXT_BYTES);
  }

  /**
   * @param textBytes the size of the shingles of one question at most, or those of one text
   */
  Values(
      PointInTime pointInTime, ShardQuestion.Fields fields, Documents documents, long textBytes) {
    this.textBytes = textBytes;
    this.pointInTime = pointInTime;
    this.fields = fields;
    this.documents = documents;
  }

  /** The values that a rule compares, by document. */
  Map<Integer, NearValue> near(int[] wanted) {
    Map<Integer, NearValue> values = new HashMap<>();
    for (int document : wanted) {
      fingerprint(document)
          .ifPresent(f -> values.put(document, new NearValue(f, Optional.empty())));
    }
    int[] signed = Arrays.stream(wanted).filter(documents::isSigned).toArray();
    read(
        signed,
        true,
        (answer, part) ->
            documents.forEach(
                answer,
                part,
                (document, place) -> {
                  BytesReference stored = answer.signatures().get(place);
                  values.put(
                      document,
                      new NearValue(
                          fingerprint(document),
                          Optional.of(Signature.read(BytesReference.toBytes(stored)))));
                }));
    return values;
  }

  private OptionalLong fingerprint(int document) {
    return documents.withoutFingerprint().get(document)
        ? OptionalLong.empty()
        : OptionalLong.of(documents.fingerprints()[document]);
  }

  /**
   * The shingles of the texts of some of the documents, at least one. Each shard has an equal share
   * of the memory; if none of them has a text that fits into it, one text is read alone.
   */
  Map<Integer, HashedSet> shingles(int[] wanted) {
    long share = textBytes / documents.byShard(wanted).size();
    Map<Integer, HashedSet> sets = shingles(wanted, share);
    if (sets.isEmpty()) {
      int first = IntStream.of(wanted).min().orElseThrow();
      sets = shingles(new int[] {first}, Long.MAX_VALUE);
      // A document that the caller may not read any more has no text.
      sets.putIfAbsent(first, HashedSet.of(LongStream.empty()));
    }
    return sets;
  }

  private Map<Integer, HashedSet> shingles(int[] wanted, long share) {
    Map<Integer, HashedSet> sets = new HashMap<>();
    ShardQuestion question = ShardQuestion.shingles(fields, documents.byShard(wanted), share);
    for (ShardValues answer : pointInTime.ask(question, QueryBuilders.matchAllQuery())) {
      documents.forEach(
          answer,
          wanted,
          (document, place) ->
              sets.put(document, HashedSet.of(LongStream.of(answer.shingles().get(place)))));
    }
    return sets;
  }

  /**
   * The members, by document.
   *
   * @param memory takes their strings, after each question
   */
  Map<Integer, Member> members(int[] wanted, Reservation memory) {
    Map<Integer, Member> members = new HashMap<>();
    read(
        wanted,
        false,
        (answer, part) -> {
          memory.add(answer.members().stream().mapToLong(Member::stringBytes).sum());
          documents.forEach(
              answer,
              part,
              (document, place) -> members.put(document, answer.members().get(place)));
        });
    return members;
  }

  private void read(int[] wanted, boolean signatures, AnswerReader reader) {
    for (int from = 0; from < wanted.length; from += BATCH) {
      int to = Math.min(wanted.length, from + BATCH);
      int[] part = Arrays.copyOfRange(wanted, from, to);
      var docs = documents.byShard(part);
      ShardQuestion question =
          signatures ? ShardQuestion.signatures(fields, docs) : ShardQuestion.members(fields, docs);
      List<ShardValues> answers = pointInTime.ask(question, QueryBuilders.matchAllQuery());
      answers.forEach(answer -> reader.read(answer, part));
    }
  }

  private interface AnswerReader {
    void read(ShardValues answer, int[] part);
  }
}
