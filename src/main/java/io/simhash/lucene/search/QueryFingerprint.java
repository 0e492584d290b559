package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import java.util.Objects;
import java.util.Optional;
import org.apache.lucene.index.Term;

/**
 * One of the fingerprints of a {@link SimHashNearAnyQuery}.
 *
 * @param name the name that a neighbour is given
 * @param fingerprint the fingerprint to search around
 * @param signature the signature of the same text; empty if it is not known
 * @param document the term of the document that the fingerprint was read from, which is not its own
 *     neighbour; empty for none
 */
public record QueryFingerprint(
    String name, long fingerprint, Optional<Signature> signature, Optional<Term> document) {

  public QueryFingerprint {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(signature, "signature");
    Objects.requireNonNull(document, "document");
  }
}
