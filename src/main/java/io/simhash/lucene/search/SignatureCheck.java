package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Signature;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.search.Explanation;

/**
 * The signature of a second field's set to compare the documents' signatures with: the option
 * {@code minhash}. A document without a comparable signature has similarity 0.
 *
 * @param field the field whose doc values hold signatures, see {@link
 *     io.simhash.lucene.document.MinHashFields}
 * @param signature the query's signature; empty if the query's set is empty: then J is 0 for every
 *     document
 * @param minSimilarity minimum estimated Jaccard similarity J of a match, in [0, 1]
 * @param mu weight of the neighbour's score in the score, in [0, 1]: {@code mu · s + (1 - mu) · J}
 */
public record SignatureCheck(
    String field, Optional<Signature> signature, double minSimilarity, double mu) {

  public SignatureCheck {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(signature, "signature");
    // Adding 0 turns -0 into 0: equal checks must have equal hash codes.
    minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity) + 0.0;
    mu = Ranges.requireFraction("mu", mu) + 0.0;
  }

  /** The detail of an explanation that gives J. */
  static Explanation explain(double similarity, String field) {
    return Explanation.match(
        similarity, "J, Jaccard similarity estimated from the signatures in [" + field + "]");
  }

  /** The explanation of a J below a minimum. */
  static Explanation tooLow(double similarity, double min, List<Explanation> details) {
    return Explanation.noMatch(
        "similarity " + similarity + " is below min_similarity " + min, details);
  }

  @Override
  public String toString() {
    return field + ">=" + minSimilarity + ",mu=" + mu;
  }
}
