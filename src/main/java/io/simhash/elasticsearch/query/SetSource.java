package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/** Where the set to compare by MinHash comes from: one of three options. */
sealed interface SetSource extends Writeable {

  /** A source from which a shard can make the signature. */
  sealed interface Resolved extends SetSource {}

  /** Writes the option that users type. */
  void toXContent(XContentBuilder builder) throws IOException;

  /** Takes {@code values}, {@code like} or {@code text}. */
  static SetSource from(OptionMap options) {
    String given = options.exactlyOneOf(List.of("values", "like", "text"));
    String name = options.fullName(given);
    return switch (given) {
      case "values" -> {
        List<String> values = options.strings(given);
        TextLimit.require(name, values.stream().mapToLong(String::length).sum());
        yield new Values(values);
      }
      case "like" -> new Like(DocumentReference.from(options.object(given)));
      default -> {
        String text = options.string(given);
        TextLimit.require(name, text.length());
        yield new Text(text);
      }
    };
  }

  /** Reads the wire format of any source. */
  static SetSource read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case Values.KIND -> new Values(in.readStringCollectionAsList());
      case Like.KIND -> new Like(new DocumentReference(in));
      case Text.KIND -> new Text(in.readString());
      case Stored.KIND -> new Stored(in.readOptionalString(), in.readStringCollectionAsList());
      default -> throw new IOException("unknown kind of set source [" + kind + "]");
    };
  }

  /** The values that a document would have in the field: {@code "values": ["a", "b"]}. */
  record Values(List<String> values) implements Resolved {

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

  /**
   * The set of a stored document: {@code "like": {"_index": …, "_id": …}}. The coordinating node
   * replaces it by {@link Stored}.
   */
  record Like(DocumentReference document) implements SetSource {

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

  /** The shingles of a text, as the field cuts them: {@code "text": "…"}. */
  record Text(String text) implements Resolved {

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
   * The signature and bands of a stored document. Internal: not accepted from users.
   *
   * @param signature the document's doc value in base 64; {@code null} if it has none
   * @param bands its band terms; empty where they were not asked for or cannot be read
   */
  record Stored(String signature, List<String> bands) implements Resolved {

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
