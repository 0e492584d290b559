package io.simhash.elasticsearch.idf;

import org.elasticsearch.action.ActionType;

/** Stores an IDF model. */
public final class PutModelAction {

  /** Covered by the cluster privilege {@code manage}. */
  public static final String NAME = "cluster:admin/simhash/idf/put";

  /** The key to call it by. */
  public static final ActionType<PutModelResponse> INSTANCE = new ActionType<>(NAME);

  private PutModelAction() {}
}
