package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;

/**
 * The indexed bands of several signatures with the same parameters: one bit for each value that a
 * band may have, 192 KB for 24 bands. Immutable.
 */
final class BandSet {

  private static final int VALUES_PER_BAND = 1 << Short.SIZE;

  private final Signature any;
  private final int indexed;
  private final FixedBitSet bands;

  private final int minBands;

  private BandSet(List<Signature> signatures, NearRule rule) {
    any = signatures.getFirst();
    minBands = rule.minBands(any.parameters().bands());
    indexed = any.parameters().bands().indexed();
    bands = new FixedBitSet(indexed * VALUES_PER_BAND);
    for (Signature each : signatures) {
      for (int band = 0; band < indexed; band++) {
        bands.set(band * VALUES_PER_BAND + each.band(band));
      }
    }
  }

  /** The bands of some values; empty unless each has a signature with the same parameters. */
  static Optional<BandSet> of(List<NearValue> values, NearRule rule) {
    List<Signature> signatures = values.stream().flatMap(v -> v.signature().stream()).toList();
    boolean isMixed = signatures.isEmpty() || signatures.size() < values.size();
    return isMixed
            || signatures.stream().anyMatch(s -> s.isComparable(signatures.getFirst()) == false)
        ? Optional.empty()
        : Optional.of(new BandSet(signatures, rule));
  }

  /**
   * Whether a stored signature is comparable to these and shares fewer bands with all of them
   * together than it must share with one.
   */
  boolean excludes(BytesRef stored) {
    if (any.isComparable(stored.bytes, stored.offset, stored.length) == false) {
      return false;
    }
    int shared = 0;
    for (int band = 0; band < indexed && shared < minBands; band++) {
      int value = Signature.storedBand(stored.bytes, stored.offset, band);
      shared += bands.get(band * VALUES_PER_BAND + value) ? 1 : 0;
    }
    return shared < minBands;
  }
}
