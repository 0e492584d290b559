package io.simhash.core.feature;

import io.simhash.core.base.FeatureHash;
import java.util.Map;

/**
 * Shingles of tokens: each factor is the mean over the shingle's tokens.
 *
 * @param windows the shingles
 * @param factors the factors that may differ from 1, each with its value for each kept token
 * @param boost the factor of the field
 */
record TokenOccurrences(
    TokenWindows windows, FeatureHash hash, Map<Factor, double[]> factors, double boost)
    implements FieldOccurrences {

  @Override
  public long[] hashes() {
    return windows.hashes(hash);
  }

  @Override
  public boolean has(Factor factor) {
    return factor == Factor.FIELD ? boost != 1 : factors.containsKey(factor);
  }

  @Override
  public double factor(Factor factor, int occurrence) {
    return factor == Factor.FIELD ? boost : windows.mean(factors.get(factor), occurrence);
  }

  @Override
  public String text(int occurrence) {
    return windows.text(occurrence);
  }

  @Override
  public String partOfSpeech(int occurrence) {
    return windows.partOfSpeech(occurrence);
  }
}
