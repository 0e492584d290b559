package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.SetOverlap;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextShingles;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The exact test of a neighbour: how much of its text's shingles and of the query's is common.
 *
 * <p>A document passes if both thresholds hold; a threshold of 0 holds always. One without any text
 * never passes, nor does one whose texts together are longer than {@link
 * TextFingerprinter#MAX_TEXT_LENGTH}.
 *
 * @param field where the texts are, by name
 * @param shingles cuts the texts
 * @param query the shingles of the query's text, not empty
 * @param minSimilarity the least Jaccard similarity, in [0, 1], see {@link SetOverlap#jaccard}
 * @param minContainment the least containment, in [0, 1], see {@link SetOverlap#containment}
 */
public record Confirmation(
    String field,
    TextShingles shingles,
    Set<String> query,
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

  /** What a document's texts have in common with the query's; empty where they cannot pass. */
  Optional<SetOverlap> overlap(List<String> texts) {
    long length = texts.stream().mapToLong(String::length).sum();
    if (texts.isEmpty() || length > TextFingerprinter.MAX_TEXT_LENGTH) {
      return Optional.empty();
    }
    return Optional.of(SetOverlap.of(query, shingles.of(texts)));
  }

  boolean holds(SetOverlap overlap) {
    return overlap.jaccard() >= minSimilarity && overlap.containment() >= minContainment;
  }

  @Override
  public String toString() {
    return field + ",jaccard>=" + minSimilarity + ",containment>=" + minContainment;
  }
}
