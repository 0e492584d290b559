package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBytes;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A stored model as responses show it. They cannot show its terms: a model only has their hashes.
 *
 * @param version the model's content id
 * @param documents the documents of the collection
 * @param terms the number of terms
 */
public record ModelSummary(String name, String version, long documents, int terms)
    implements Writeable, ToXContentFragment {

  ModelSummary(String name, IdfModel model) {
    this(name, model.contentId(), model.documents(), model.size());
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
