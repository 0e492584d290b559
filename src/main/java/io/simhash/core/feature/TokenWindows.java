package io.simhash.core.feature;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.HashBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Windows of {@code size} consecutive tokens, in order. Fewer tokens than that are one window. The
 * text of a window is the terms of its tokens joined by one space.
 *
 * @param kept the numbers of the tokens that windows are made of
 */
public record TokenWindows(Tokens tokens, int[] kept, int size) {

  /** Windows of all tokens. */
  public TokenWindows(Tokens tokens, int size) {
    this(tokens, IntStream.range(0, tokens.size()).toArray(), size);
  }

  public int count() {
    return Math.max(Math.min(1, kept.length), kept.length - size + 1);
  }

  /** The number of tokens of a window, which is less than {@code size} in a short text. */
  int length() {
    return Math.min(size, kept.length);
  }

  /** The hash of each window: each token is encoded once, a window is a range of the result. */
  public long[] hashes(FeatureHash hash) {
    HashBuffer buffer = new HashBuffer(hash, 4 * (tokens.units() + kept.length));
    Tokens.TermConsumer append = buffer::append;
    int[] starts = new int[kept.length];
    int[] ends = new int[kept.length];
    for (int i = 0; i < kept.length; i++) {
      if (i > 0) {
        buffer.append(' ');
      }
      starts[i] = buffer.position();
      tokens.readTerm(kept[i], append);
      ends[i] = buffer.position();
    }
    long[] hashes = new long[count()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = buffer.hash(starts[i], ends[i + length() - 1]);
    }
    return hashes;
  }

  String text(int window) {
    return joined(window, tokens::term);
  }

  /** The parts of speech of a window's tokens, joined by one space. */
  String partOfSpeech(int window) {
    return joined(window, tokens::partOfSpeech).strip();
  }

  private String joined(int window, IntFunction<String> part) {
    return Arrays.stream(kept, window, window + length())
        .mapToObj(part)
        .collect(Collectors.joining(" "));
  }

  /** The mean of a number over the tokens of each window. */
  double[] means(IntToDoubleFunction ofToken) {
    double[] values = Arrays.stream(kept).mapToDouble(ofToken).toArray();
    double[] means = new double[count()];
    for (int window = 0; window < means.length; window++) {
      double sum = 0;
      for (int i = window; i < window + length(); i++) {
        sum += values[i];
      }
      means[window] = sum / length();
    }
    return means;
  }
}
