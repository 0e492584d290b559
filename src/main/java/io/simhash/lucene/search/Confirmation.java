package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.SetOverlap;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextShingles;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The exact check of a neighbour: its text's shingles are compared with the query's, by their
 * hashes (see {@link HashedSet} for how exact that is).
 *
 * <p>A document passes if it reaches both minima; every document with a text reaches a minimum of
 * 0. A document without any text never passes, nor does one whose texts together are longer than
 * {@link TextFingerprinter#MAX_TEXT_LENGTH}.
 *
 * @param field the name of the field that holds the texts
 * @param shingles cuts the texts
 * @param query the shingles of the query's text, not empty
 * @param minSimilarity minimum Jaccard similarity, in [0, 1], see {@link SetOverlap#jaccard}
 * @param minContainment minimum containment, in [0, 1], see {@link SetOverlap#containment}
 */
public record Confirmation(
    String field,
    TextShingles shingles,
    HashedSet query,
    double minSimilarity,
    double minContainment) {

  public Confirmation {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(shingles, "shingles");
    if (query.isEmpty()) {
      throw new IllegalArgumentException("the text to confirm with has no shingles");
    }
    Ranges.requireFraction("confirm.min_similarity", minSimilarity);
    Ranges.requireFraction("confirm.min_containment", minContainment);
  }

  /** The overlap of a document's texts with the query's; empty if they can never pass. */
  Optional<SetOverlap> overlap(List<String> texts) {
    long length = texts.stream().mapToLong(String::length).sum();
    if (texts.isEmpty() || length > TextFingerprinter.MAX_TEXT_LENGTH) {
      return Optional.empty();
    }
    return Optional.of(query.overlap(shingles.hashes(texts)));
  }

  /** Whether an overlap reaches both minima. */
  boolean holds(SetOverlap overlap) {
    return overlap.jaccard() >= minSimilarity && overlap.containment() >= minContainment;
  }

  @Override
  public String toString() {
    return field + ",jaccard>=" + minSimilarity + ",containment>=" + minContainment;
  }
}
