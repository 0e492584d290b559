package io.simhash.benchmark;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The documents of an index, computed from their numbers, so that none is held in memory.
 *
 * <p>Nine documents in ten are unrelated: random fingerprints. One in ten belongs to a family of
 * {@link #MEMBERS} whose member m differs by m bits from the fingerprint that is asked for. So a
 * query has the same few neighbours at every radius from 3 on, beside those within the radius by
 * chance: of 64 random bits one document in 4 million is within 12 and 3 % are within 24.
 *
 * @param documents their number
 * @param seed decides everything random
 * @param holes the share of the documents without a signature, all of them unrelated
 */
record Planted(int documents, long seed, double holes) {

  /** Members of a family. */
  static final int MEMBERS = 4;

  /** One document in so many belongs to a family. */
  private static final int PLANTED = 10;

  private static final long CENTRES = 1;
  private static final long UNRELATED = 2;
  private static final long FLIPS = 3;
  private static final long HOLES = 4;

  /** The number of families, which is that of different queries. */
  int families() {
    return documents / (PLANTED * MEMBERS);
  }

  /** Whether the document belongs to a family. */
  boolean isPlanted(int document) {
    return document % PLANTED == 0 && document / PLANTED < families() * MEMBERS;
  }

  /** The family of a planted document. The members of a family are far apart. */
  int family(int document) {
    return document / PLANTED % families();
  }

  /** The number of a planted document in its family, from 0. */
  int member(int document) {
    return document / PLANTED / families();
  }

  /** The document that is this member of a family. */
  int document(int family, int member) {
    return (member * families() + family) * PLANTED;
  }

  public boolean hasSignature(int document) {
    return isPlanted(document)
        || Mix.share(seed + HOLES, document) >= holes * PLANTED / (PLANTED - 1);
  }

  public long fingerprint(int document) {
    if (isPlanted(document)) {
      return query(family(document)) ^ flips(family(document), member(document));
    }
    return Mix.at(seed + UNRELATED * Integer.MAX_VALUE, document);
  }

  /** The fingerprint that the members of a family are near to. */
  public long query(int family) {
    return Mix.at(seed + CENTRES * Integer.MAX_VALUE, family);
  }

  /** As many different bits as the member's number. */
  private long flips(int family, int member) {
    long flips = 0;
    for (int draw = 0; Long.bitCount(flips) < member; draw++) {
      flips |= 1L << Mix.below(seed + FLIPS + family, draw, 48);
    }
    return flips;
  }

  /**
   * The term that the document shares with three others: those of its family, or other unrelated
   * ones.
   */
  String group(int document) {
    return isPlanted(document)
        ? group(family(document), true)
        : group(document % Math.max(1, documents / MEMBERS), false);
  }

  /** The members of a family. */
  public Set<Integer> term(int family) {
    return IntStream.range(0, MEMBERS)
        .mapToObj(member -> document(family, member))
        .collect(Collectors.toSet());
  }

  /** The term of a family. */
  String familyGroup(int family) {
    return group(family, true);
  }

  private static String group(int number, boolean planted) {
    return (planted ? "p" : "r") + number;
  }
}
