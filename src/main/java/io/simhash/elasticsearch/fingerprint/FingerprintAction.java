package io.simhash.elasticsearch.fingerprint;

import org.elasticsearch.action.ActionType;

/** Fingerprints one text or document, or two and compares them. Reads no index. */
public final class FingerprintAction {

  /** Covered by the cluster privilege {@code monitor}. */
  public static final String NAME = "cluster:monitor/simhash/fingerprint";

  /** The key to call it by. */
  public static final ActionType<FingerprintResponse> INSTANCE = new ActionType<>(NAME);

  private FingerprintAction() {}
}
