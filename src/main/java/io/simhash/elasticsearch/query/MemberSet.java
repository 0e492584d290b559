package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/** The set that documents' sets are compared with: three ways to type it, and what one becomes. */
public sealed interface MemberSet extends Writeable {

  /** Writes the field that users type. */
  void toXContent(XContentBuilder builder) throws IOException;

  /** Reads what {@link #writeTo} wrote. */
  static MemberSet read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case Values.KIND -> new Values(in.readStringCollectionAsList());
      case Like.KIND -> new Like(new DocumentReference(in));
      case Text.KIND -> new Text(in.readString());
      case Stored.KIND -> new Stored(in.readOptionalString(), in.readStringCollectionAsList());
      default -> throw new IOException("unknown kind of set [" + kind + "]");
    };
  }

  /** The values that a document of this set would have in the field. */
  record Values(List<String> values) implements MemberSet {

    private static final byte KIND = 0;

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      out.writeStringCollection(values);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("values", values);
    }
  }

  /** The set of a stored document. */
  record Like(DocumentReference document) implements MemberSet {

    private static final byte KIND = 1;

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      document.writeTo(out);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("like", document);
    }
  }

  /** The shingles of a text, as the field cuts them. */
  record Text(String text) implements MemberSet {

    private static final byte KIND = 2;

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

  /**
   * What {@link Like} becomes on the coordinating node. Nobody types it.
   *
   * @param signature the document's doc value in base 64; {@code null} if it has none
   * @param bands its band terms; empty where they were not asked for or cannot be had
   */
  record Stored(String signature, List<String> bands) implements MemberSet {

    private static final byte KIND = 3;

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeByte(KIND);
      out.writeOptionalString(signature);
      out.writeStringCollection(bands);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("signature", signature).field("bands", bands);
    }
  }
}
