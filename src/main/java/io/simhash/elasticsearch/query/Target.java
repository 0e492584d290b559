package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/** What the neighbours of are looked for: one of four ways to say a fingerprint. */
public sealed interface Target extends Writeable {

  /** Writes the fields that users type. */
  void toXContent(XContentBuilder builder) throws IOException;

  /** Reads what {@link #writeTo} wrote. */
  static Target read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case Given.KIND -> new Given(in.readLong());
      case Like.KIND -> new Like(new DocumentReference(in), in.readBoolean());
      case Text.KIND -> new Text(in.readString());
      case Document.KIND -> new Document(in.readGenericMap(), in.readString());
      default -> throw new IOException("unknown kind of target [" + kind + "]");
    };
  }

  /** The fingerprint itself. */
  record Given(long fingerprint) implements Target {

    private static final byte KIND = 0;

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      out.writeLong(fingerprint);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("fingerprint", Fingerprint.toHex(fingerprint));
    }
  }

  /**
   * That of a stored document.
   *
   * @param document the document
   * @param include whether it may itself be among the neighbours
   */
  record Like(DocumentReference document, boolean include) implements Target {

    private static final byte KIND = 1;

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      document.writeTo(out);
      out.writeBoolean(include);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("like", document).field("include", include);
    }
  }

  /** That of a text, through the field's own analyzer; each shard computes it. */
  record Text(String text) implements Target {

    private static final byte KIND = 2;

    public Text {
      TextLimit.require("text", text.length());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      out.writeString(text);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("text", text);
    }
  }

  /** That of a document that need not be stored, through a pipeline's simhash processor. */
  record Document(Map<String, Object> document, String pipeline) implements Target {

    private static final byte KIND = 3;

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      out.writeGenericMap(document);
      out.writeString(pipeline);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("document", document).field("pipeline", pipeline);
    }
  }
}
