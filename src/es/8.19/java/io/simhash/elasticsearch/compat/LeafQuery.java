package io.simhash.elasticsearch.compat;

import java.io.IOException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.AbstractQueryBuilder;

/** A query without inner queries. Lines differ in the class above. */
public abstract class LeafQuery<Q extends LeafQuery<Q>> extends AbstractQueryBuilder<Q> {

  protected LeafQuery() {}

  protected LeafQuery(StreamInput in) throws IOException {
    super(in);
  }

  /** All versions: plugins cannot register one. */
  @Override
  public final TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }
}
