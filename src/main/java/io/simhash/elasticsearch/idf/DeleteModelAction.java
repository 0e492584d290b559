package io.simhash.elasticsearch.idf;

import org.elasticsearch.action.ActionType;

/** Deletes a stored IDF model. */
public final class DeleteModelAction {

  /** Covered by the cluster privilege {@code manage}. */
  public static final String NAME = "cluster:admin/simhash/idf/delete";

  /** The key to call it by. */
  public static final ActionType<DeleteModelResponse> INSTANCE = new ActionType<>(NAME);

  private DeleteModelAction() {}
}
