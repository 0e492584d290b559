package io.simhash.lucene.search;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.MinHash;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.Explanation;

/**
 * A MinHash signature to compare the documents' signatures with.
 *
 * @param field the field whose doc values hold signatures, see {@link MinHashFields}
 * @param minHash the family of the signatures
 * @param signature the query's signature; {@code null} if the query's set is empty: then J is 0 for
 *     every document
 * @param minSimilarity minimum estimated Jaccard similarity J of a match, in [0, 1]
 * @param mu weight of the distance in the score, in [0, 1]: {@code mu · s(H) + (1 - mu) · J}
 */
public record SignatureCheck(
    String field, MinHash minHash, byte[] signature, double minSimilarity, double mu) {

  public SignatureCheck {
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(minHash, "minHash");
    if (signature != null && signature.length != minHash.signatureBytes()) {
      throw invalid(
          "a signature of [%s] must have [%s] bytes but had [%s]",
          field, minHash.signatureBytes(), signature.length);
    }
    signature = signature == null ? null : signature.clone();
    // Adding 0 turns -0 into 0: equal checks must have equal hash codes.
    minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity) + 0.0;
    mu = Ranges.requireFraction("mu", mu) + 0.0;
  }

  /** Cost of comparing two signatures, see {@code TwoPhaseIterator.matchCost}: one a byte. */
  float cost() {
    return minHash.signatureBytes();
  }

  /** The signatures of a segment, for one search thread. */
  BinaryDocValues signatures(LeafReader reader) throws IOException {
    return DocValues.getBinary(reader, field);
  }

  /** The similarity J of a document; 0 if it or the query has no signature. */
  double similarity(BinaryDocValues signatures, int doc) throws IOException {
    return signature != null && signatures.advanceExact(doc)
        ? MinHashFields.similarity(minHash, signatures.binaryValue(), signature)
        : 0;
  }

  /** The detail of an explanation that gives J. */
  Explanation explain(double similarity) {
    return Explanation.match(
        similarity, "J, Jaccard similarity estimated from the signatures in [" + field + "]");
  }

  /** The explanation of a J below the minimum. */
  Explanation explainTooLow(double similarity, List<Explanation> details) {
    return Explanation.noMatch(
        "similarity " + similarity + " is below min_similarity " + minSimilarity, details);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SignatureCheck that
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
