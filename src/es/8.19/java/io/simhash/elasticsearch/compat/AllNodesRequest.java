package io.simhash.elasticsearch.compat;

import org.elasticsearch.action.support.nodes.BaseNodesRequest;

/** A request for all nodes. */
public abstract class AllNodesRequest<R extends AllNodesRequest<R>> extends BaseNodesRequest<R> {

  protected AllNodesRequest() {
    super(new String[0]);
  }
}
