package io.simhash.elasticsearch.idf.build;

import io.simhash.elasticsearch.idf.PutModelAction;
import io.simhash.elasticsearch.idf.PutModelResponse;
import org.elasticsearch.action.ActionType;

/**
 * Builds an IDF model from an index's own document frequencies and stores it, all with the caller's
 * rights: {@code read} on the index, and what {@link PutModelAction} needs.
 */
public final class BuildModelAction {

  /** Covered by the index privilege {@code read}. */
  public static final String NAME = "indices:data/read/simhash/idf/build";

  /** The key to call it by. */
  public static final ActionType<PutModelResponse> INSTANCE = new ActionType<>(NAME);

  private BuildModelAction() {}
}
