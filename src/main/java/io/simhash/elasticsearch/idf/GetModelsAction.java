package io.simhash.elasticsearch.idf;

import org.elasticsearch.action.ActionType;

/** Tells of one stored IDF model or of all. */
public final class GetModelsAction {

  /** Covered by the cluster privilege {@code monitor}. */
  public static final String NAME = "cluster:monitor/simhash/idf/get";

  /** The key to call it by. */
  public static final ActionType<GetModelsResponse> INSTANCE = new ActionType<>(NAME);

  private GetModelsAction() {}
}
