package io.simhash.elasticsearch.aggregation;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.near.NearValues;
import java.io.IOException;
import java.util.Comparator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A document that is compared.
 *
 * @param index the name of its index, behind that of its cluster if it is remote
 * @param id its id
 * @param value its value of the field
 */
record GroupDocument(String index, String id, NearValue value) implements Writeable {

  /** An order that does not depend on which shard answers first. */
  static final Comparator<GroupDocument> ORDER =
      Comparator.comparing(GroupDocument::index)
          .thenComparing(GroupDocument::id)
          // Documents of two shards can have the same id, by routing.
          .thenComparingLong(document -> document.value().fingerprint().orElse(0));

  static GroupDocument read(StreamInput in) throws IOException {
    return new GroupDocument(in.readString(), in.readString(), NearValues.read(in));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    NearValues.write(out, value);
  }
}
