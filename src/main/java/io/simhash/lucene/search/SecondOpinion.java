package io.simhash.lucene.search;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.MinHash;
import java.util.Arrays;
import java.util.Objects;

/**
 * A MinHash signature to compare the neighbours' with.
 *
 * @param field the field whose doc values hold signatures, see {@link
 *     io.simhash.lucene.document.MinHashFields}
 * @param minHash the family of the signatures
 * @param signature the query's signature; {@code null} where the query's set is empty: then J is 0
 *     for every document
 * @param minSimilarity documents whose estimated Jaccard similarity is less are dropped, in [0, 1]
 * @param mu the part of the distance in the score, in [0, 1]: {@code mu · s(H) + (1 - mu) · J}
 */
public record SecondOpinion(
    String field, MinHash minHash, byte[] signature, double minSimilarity, double mu) {

  public SecondOpinion {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(minHash, "minHash");
    if (signature != null && signature.length != minHash.signatureBytes()) {
      throw new IllegalArgumentException(
          "a signature of ["
              + field
              + "] must have ["
              + minHash.signatureBytes()
              + "] bytes but had ["
              + signature.length
              + "]");
    }
    Ranges.requireFraction("min_similarity", minSimilarity);
    Ranges.requireFraction("mu", mu);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SecondOpinion that
        && field.equals(that.field)
        && minHash.equals(that.minHash)
        && Arrays.equals(signature, that.signature)
        && minSimilarity == that.minSimilarity
        && mu == that.mu;
  }

  @Override
  public int hashCode() {
    return Objects.hash(field, minHash, Arrays.hashCode(signature), minSimilarity, mu);
  }

  @Override
  public String toString() {
    return field + ">=" + minSimilarity + ",mu=" + mu;
  }
}
