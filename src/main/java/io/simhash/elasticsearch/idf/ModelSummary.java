package io.simhash.elasticsearch.idf;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBytes;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * What is told of a stored model. Its terms are not: only their hashes are kept.
 *
 * @param version the model's content id
 */
record ModelSummary(String name, String version, long documents, int terms)
    implements Writeable, ToXContentFragment {

  static ModelSummary of(String name, IdfModel model) {
    return new ModelSummary(name, model.contentId(), model.documents(), model.size());
  }

  ModelSummary(StreamInput in) throws IOException {
    this(in.readString(), in.readString(), in.readVLong(), in.readVInt());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(name);
    out.writeString(version);
    out.writeVLong(documents);
    out.writeVInt(terms);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder
        .field("name", name)
        .field("version", version)
        .field("documents", documents)
        .field("terms", terms)
        .field("bytes", IdfModelBytes.length(terms));
  }
}
