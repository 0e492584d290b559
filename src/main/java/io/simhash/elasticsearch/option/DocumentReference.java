package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.SeededHash;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.transport.RemoteClusterAware;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A stored document of this cluster: {@code {"_index": "news", "_id": "42", "routing": "a"}}.
 *
 * @param index an index, alias or data stream; empty for the one that a request searches
 * @param routing {@code null} for a document indexed without one, or for the only one of that id
 */
public record DocumentReference(String index, String id, String routing)
    implements Writeable, ToXContentObject {

  /** The maximum of one {@code like}: each document adds a query to the search of every shard. */
  public static final int MAX_DOCUMENTS = 100;

  public DocumentReference {
    if (RemoteClusterAware.isRemoteIndexName(index)) {
      throw invalid("[like] must name a document of this cluster but its [_index] was [%s]", index);
    }
  }

  public DocumentReference(StreamInput in) throws IOException {
    this(in.readString(), in.readString(), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    out.writeOptionalString(routing);
  }

  /** Takes {@code like}: one object. */
  public static List<DocumentReference> one(OptionMap options) {
    return List.of(from(options.object("like")));
  }

  /** Takes {@code like}: an object or an array of objects. */
  public static List<DocumentReference> oneOrSeveral(OptionMap options) {
    return options.objects("like").stream().map(DocumentReference::from).toList();
  }

  private static DocumentReference from(OptionMap like) {
    if (like.has("_id") == false) {
      throw new IllegalArgumentException("[like] needs [_id]");
    }
    boolean named = like.has("_index");
    String index = like.string("_index", "");
    String id = like.text("_id");
    if (id.isEmpty() || (index.isEmpty() && named)) {
      throw new IllegalArgumentException(
          "[like] needs an [_index] and an [_id] that are not empty");
    }
    String routing = like.has("routing") ? like.text("routing") : null;
    like.requireEmpty();
    return new DocumentReference(index, id, routing);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    if (index.isEmpty() == false) {
      builder.field("_index", index);
    }
    builder.field("_id", id);
    if (routing != null) {
      builder.field("routing", routing);
    }
    return builder.endObject();
  }

  @Override
  public int hashCode() {
    return SeededHash.of(index, id, routing);
  }
}
