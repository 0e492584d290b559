package io.simhash.elasticsearch.idf.store;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.profile.IdfModels;
import java.util.regex.Pattern;

/**
 * The allowed names, terms and sizes of stored models. Models are part of the cluster state, which
 * every node keeps in memory and writes to disk as a whole, so they have to be small.
 */
public final class ModelLimits {

  /** The maximum number of terms of one model, which then has 1,200,009 bytes. */
  public static final int MAX_TERMS = 100_000;

  /** The maximum size of all models together: 13 models of 50,000 terms. */
  static final long MAX_TOTAL_BYTES = 8L << 20;

  /** The maximum number of models. */
  static final int MAX_MODELS = 100;

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_.-]{0,63}");

  private ModelLimits() {}

  /** Requires a name that a stored model may have. */
  public static void requireName(String name) {
    if (NAME.matcher(name).matches() == false) {
      throw invalid(
          "[name] must have 1 to 64 lower-case letters, digits, [_], [.] or [-] and start with a"
              + " letter or digit but was [%s]",
          name);
    }
    if (IdfModels.isStored(name) == false) {
      throw invalid(
          "[name] must not be [none] or the name of a shipped model, [en] or [zh], but was [%s]",
          name);
    }
  }

  /** Requires a number of terms that a stored model may have. */
  static void requireTerms(int terms) {
    if (terms < 1 || terms > MAX_TERMS) {
      throw invalid("[terms] must have [1] to [100000] terms but had [%s]", terms);
    }
  }

  /**
   * Requires that all models together may be stored.
   *
   * @param added the model that was added last
   */
  static void requireRoom(String added, StoredModels all) {
    if (all.models().size() > MAX_MODELS) {
      throw invalid(
          "model [%s] cannot be stored: there are [100] already, so delete one first", added);
    }
    if (all.bytes() > MAX_TOTAL_BYTES) {
      throw invalid(
          "model [%s] is too large: all stored models may have [8388608] bytes and would have [%s],"
              + " so delete one first or store fewer terms",
          added, all.bytes());
    }
  }
}
