package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/** Where the fingerprint to search around comes from: one of four options. */
sealed interface FingerprintSource extends Writeable {

  /** A source from which a shard can make the fingerprint. */
  sealed interface Resolved extends FingerprintSource {}

  /** A source that the coordinating node has to replace by a {@link Value} first. */
  sealed interface Unresolved extends FingerprintSource {}

  /** Writes the options that users type. */
  void toXContent(XContentBuilder builder) throws IOException;

  /** Takes {@code fingerprint}, {@code like}, {@code text} or {@code document}. */
  static FingerprintSource from(OptionMap options) {
    String given = options.exactlyOneOf(List.of("fingerprint", "like", "text", "document"));
    options.requireWith("include", "like");
    options.requireWith("pipeline", "document");
    options.requireWith("document", "pipeline");
    return switch (given) {
      case "fingerprint" -> new Value(fingerprint(options.any(given)));
      case "like" ->
          new Like(DocumentReference.from(options.object(given)), options.bool("include", false));
      case "text" -> new Text(options.string(given));
      default -> new Document(options.map(given), options.string("pipeline"));
    };
  }

  private static long fingerprint(Object value) {
    try {
      return Fingerprint.parseValue(value);
    } catch (IllegalArgumentException e) {
      throw invalid(e, "[fingerprint] cannot be read: %s", e.getMessage());
    }
  }

  /** Reads the wire format of any source. */
  static FingerprintSource read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case Value.KIND -> new Value(in.readLong());
      case Like.KIND -> new Like(new DocumentReference(in), in.readBoolean());
      case Text.KIND -> new Text(in.readString());
      case Document.KIND -> new Document(in.readGenericMap(), in.readString());
      default -> throw new IOException("unknown kind of fingerprint source [" + kind + "]");
    };
  }

  /** The fingerprint itself: {@code "fingerprint": "9f3c…"}. */
  record Value(long fingerprint) implements Resolved {

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
   * The fingerprint of a stored document: {@code "like": {"_index": …, "_id": …}}.
   *
   * @param document the document
   * @param include whether it may itself be a hit
   */
  record Like(DocumentReference document, boolean include) implements Unresolved {

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

  /** The fingerprint of a text by the field's own analyzer; each shard computes it. */
  record Text(String text) implements Resolved {

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

  /** The fingerprint that a pipeline's {@code simhash} processor gives a document. */
  record Document(Map<String, Object> document, String pipeline) implements Unresolved {

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
