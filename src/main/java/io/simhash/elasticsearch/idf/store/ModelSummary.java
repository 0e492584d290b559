package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A stored model as responses show it. They cannot show its terms: a model only has their hashes.
 *
 * @param version the model's content id; {@code null} if this node cannot read the model
 * @param documents the documents of the collection
 * @param terms the number of terms
 * @param format the format in which the model is stored
 * @param bytes the bytes in which the model is stored
 */
public record ModelSummary(
    String name, String version, long documents, int terms, int format, int bytes)
    implements Writeable, ToXContentFragment {

  static ModelSummary of(String name, StoredModel stored) {
    return of(name, stored, StoredModel.NEWEST_FORMAT);
  }

  /** The summary on a node whose plugin reads formats up to {@code newest}. */
  static ModelSummary of(String name, StoredModel stored, int newest) {
    int format = stored.format();
    int bytes = stored.length();
    try {
      IdfModel model = stored.model(name, newest);
      return new ModelSummary(
          name, model.contentId(), model.documents(), model.size(), format, bytes);
    } catch (IllegalArgumentException unreadable) {
      return new ModelSummary(name, null, 0, 0, format, bytes);
    }
  }

  ModelSummary(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readOptionalString(),
        in.readVLong(),
        in.readVInt(),
        in.readVInt(),
        in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(name);
    out.writeOptionalString(version);
    out.writeVLong(documents);
    out.writeVInt(terms);
    out.writeVInt(format);
    out.writeVInt(bytes);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("name", name);
    if (version == null) {
      builder.field("readable", false).field("format", format);
    } else {
      builder.field("version", version).field("documents", documents).field("terms", terms);
    }
    return builder.field("bytes", bytes);
  }
}
