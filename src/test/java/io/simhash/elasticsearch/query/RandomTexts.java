package io.simhash.elasticsearch.query;

import java.util.Random;

/** A text of random words, and two others that share its beginning. */
public final class RandomTexts {

  private static final int WORDS = 60;

  /** Sixty words of the letters a to z. */
  public static final String TEXT = words(1);

  /** Near {@link #TEXT} by the signature alone: distance 16, similarity .72. */
  public static final String EDITED = withEnd(10, 2);

  /** Near {@link #TEXT} by the fingerprint alone: distance 11, estimated similarity .40. */
  public static final String TEMPLATE = withEnd(25, 171);

  private RandomTexts() {}

  /** Sixty words, others for each seed. */
  public static String words(long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < WORDS; word++) {
      text.append(word == 0 ? "" : " ");
      int length = 3 + random.nextInt(6);
      for (int i = 0; i < length; i++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }

  /** The text with that many other words at its end. */
  private static String withEnd(int count, long seed) {
    String[] text = TEXT.split(" ");
    System.arraycopy(words(seed).split(" "), WORDS - count, text, WORDS - count, count);
    return String.join(" ", text);
  }
}
