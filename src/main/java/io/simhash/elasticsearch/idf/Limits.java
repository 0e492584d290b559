package io.simhash.elasticsearch.idf;

import io.simhash.elasticsearch.profile.IdfModels;
import java.util.regex.Pattern;

/**
 * What a stored model may be: the cluster state is in the memory of every node and is written to
 * disk as a whole, so models are kept small.
 */
public final class Limits {

  /** The terms that a built model has at most, where no number is named. */
  public static final int DEFAULT_TERMS = 50_000;

  /** The most terms of one model, 1,200,008 bytes. */
  public static final int MAX_TERMS = 100_000;

  /** The most bytes of all models: those of 13 models of 50,000 terms. */
  public static final long MAX_TOTAL_BYTES = 8L << 20;

  /** The most models. */
  public static final int MAX_MODELS = 100;

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,63}");

  private Limits() {}

  public static void requireName(String name) {
    if (NAME.matcher(name).matches() == false) {
      throw new IllegalArgumentException(
          "[name] must have 1 to 64 lower-case letters, digits, [_], [.] or [-] and start with a"
              + " letter or digit but was ["
              + name
              + "]");
    }
    if (IdfModels.isStored(name) == false) {
      throw new IllegalArgumentException(
          "[name] must not be [none] or that of a shipped model, [en] or [zh], but was ["
              + name
              + "]");
    }
  }

  public static void requireTerms(int terms) {
    if (terms < 1 || terms > MAX_TERMS) {
      throw new IllegalArgumentException(
          "[terms] must have [1] to [100000] terms but had [" + terms + "]");
    }
  }

  /** Whether all models together are within the limits after {@code name} came. */
  public static void require(String name, StoredModels all) {
    if (all.models().size() > MAX_MODELS) {
      throw new IllegalArgumentException(
          "model ["
              + name
              + "] would be one too many: at most [100] are stored, so delete one first");
    }
    if (all.bytes() > MAX_TOTAL_BYTES) {
      throw new IllegalArgumentException(
          "model ["
              + name
              + "] is too large: all stored models may have [8388608] bytes and would have ["
              + all.bytes()
              + "], so delete one first or store fewer terms");
    }
  }
}
