package io.simhash.elasticsearch.option;

import io.simhash.core.base.SeededHash;
import java.io.IOException;
import java.util.Comparator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** A document, by its concrete index and its id: {@code {"_index": "news", "_id": "42"}}. */
public record DocumentName(String index, String id) implements Writeable, ToXContentObject {

  /** By the index, then by the id. */
  public static final Comparator<DocumentName> ORDER =
      Comparator.comparing(DocumentName::index).thenComparing(DocumentName::id);

  public DocumentName(StreamInput in) throws IOException {
    this(in.readString(), in.readString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.startObject().field("_index", index).field("_id", id).endObject();
  }

  /**
   * The id of the cluster that is named after the document.
   *
   * @param withIndex whether the clusters are of several indices, in which ids may be equal; an
   *     index has no slash in its name
   */
  public String clusterId(boolean withIndex) {
    return withIndex ? index + "/" + id : id;
  }

  @Override
  public int hashCode() {
    return SeededHash.of(index, id);
  }
}
