package io.simhash.elasticsearch.idf.build;

import org.elasticsearch.action.ActionType;

/** Counts, over all shards, the documents of each term of a field. */
public final class CountTermsAction {

  /** Covered by the index privilege {@code read}. */
  public static final String NAME = "indices:data/read/simhash/idf/build/count";

  /** The key to call it by. */
  public static final ActionType<CountTermsResponse> INSTANCE = new ActionType<>(NAME);

  private CountTermsAction() {}
}
