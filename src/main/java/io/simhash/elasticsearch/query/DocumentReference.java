package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.io.IOException;
import java.util.List;
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
 * @param routing the routing value, or {@code null} for a document indexed without one, or for the
 *     only one of that id
 */
public record DocumentReference(String index, String id, String routing)
    implements Writeable, ToXContentObject {

  /**
   * The maximum number of documents in one {@code like}: each adds a query to the search of every
   * shard.
   */
  static final int MAX_DOCUMENTS = 100;

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

  /** The index and the routing. */
  DocumentPlace place() {
    return new DocumentPlace(index, routing);
  }

  /** Takes the option {@code like} that holds one document. */
  static List<DocumentReference> one(OptionMap options) {
    return List.of(from(options.object("like")));
  }

  /** Takes the option {@code like} that holds one document or an array of documents. */
  static List<DocumentReference> oneOrSeveral(OptionMap options) {
    return options.objects("like").stream().map(DocumentReference::from).toList();
  }

  /** Requires 1 to {@value #MAX_DOCUMENTS} documents; the same document may be there twice. */
  static List<DocumentReference> requireCount(List<DocumentReference> documents) {
    if (documents.isEmpty() || documents.size() > MAX_DOCUMENTS) {
      throw invalid(
          "[like] must hold 1 to %s documents but held [%s]", MAX_DOCUMENTS, documents.size());
    }
    return List.copyOf(documents);
  }

  /** Writes the option {@code like}: an object for one document, an array for several. */
  static void toXContent(XContentBuilder builder, List<DocumentReference> documents)
      throws IOException {
    if (documents.size() == 1) {
      builder.field("like", documents.getFirst());
    } else {
      builder.xContentList("like", documents);
    }
  }

  private static DocumentReference from(OptionMap like) {
    if (like.has("_index") == false || like.has("_id") == false) {
      throw new IllegalArgumentException("[like] needs [_index] and [_id]");
    }
    String index = like.string("_index");
    String id = like.text("_id");
    String routing = like.has("routing") ? like.text("routing") : null;
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
