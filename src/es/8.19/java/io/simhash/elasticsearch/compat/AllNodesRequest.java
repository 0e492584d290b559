package io.simhash.elasticsearch.compat;

import org.elasticsearch.action.support.nodes.BaseNodesRequest;

/** A request for all nodes. Lines differ in the type parameter of the class above. */
public abstract class AllNodesRequest<R extends AllNodesRequest<R>> extends BaseNodesRequest<R> {

  protected AllNodesRequest() {
    super(new String[0]);
  }
}
