package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.RemoteClusterAware;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Names one stored document of this cluster: {@code {"_index": "news", "_id": "42", "routing":
 * "a"}}.
 *
 * @param index an index, alias or data stream
 * @param id the document's id
 * @param routing the routing value, or {@code null} to ask all shards
 */
public record DocumentReference(String index, String id, String routing)
    implements Writeable, ToXContentObject {

  public DocumentReference {
    if (index.isEmpty() || id.isEmpty()) {
      throw new IllegalArgumentException(
          "[like] needs an [_index] and an [_id] that are not empty");
    }
    if (RemoteClusterAware.isRemoteIndexName(index)) {
      throw invalid("[like] must name a document of this cluster but its [_index] was [%s]", index);
    }
  }

  /** Reads what {@link #writeTo} wrote. */
  public DocumentReference(StreamInput in) throws IOException {
    this(in.readString(), in.readString(), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    out.writeOptionalString(routing);
  }

  /** Reads what users type. */
  static DocumentReference from(OptionMap like) {
    if (like.has("_index") == false || like.has("_id") == false) {
      throw new IllegalArgumentException("[like] needs [_index] and [_id]");
    }
    String index = like.string("_index");
    String id = like.string("_id");
    String routing = like.has("routing") ? like.string("routing") : null;
    like.requireEmpty();
    return new DocumentReference(index, id, routing);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("_index", index).field("_id", id);
    if (routing != null) {
      builder.field("routing", routing);
    }
    return builder.endObject();
  }
}
