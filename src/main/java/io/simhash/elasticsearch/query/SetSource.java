package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.option.TextLimit;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/** The source of the set to compare by MinHash: one of three options. */
sealed interface SetSource {

  /** A source from which a shard can make the signature. */
  sealed interface Resolved extends SetSource {}

  /** The values that a document would have in the field: {@code "values": ["a", "b"]}. */
  record Values(List<String> values) implements Resolved {}

  /**
   * The sets of stored documents: {@code "like": {"_index": …, "_id": …}} or, in {@code
   * minhash_near}, an array of such objects. The coordinating node replaces each by {@link Stored}.
   */
  record Like(List<DocumentReference> documents) implements SetSource {
    public Like {
      documents = DocumentReference.requireCount(documents);
    }
  }

  /** The shingles of a text, as the field cuts them: {@code "text": "…"}. */
  record Text(String text) implements Resolved {}

  /**
   * The signature of a stored document. Internal: not accepted from users.
   *
   * @param signature the document's doc value in base 64; {@code null} if it has none
   */
  record Stored(String signature) implements Resolved {

    /** No document has a signature. */
    static final Stored NONE = new Stored(null);
  }

  /**
   * Takes {@code values}, {@code like} or {@code text}.
   *
   * @param like takes {@code like}
   */
  static SetSource from(OptionMap options, Function<OptionMap, List<DocumentReference>> like) {
    String given = options.exactlyOneOf(List.of("values", "like", "text"));
    String name = options.fullName(given);
    return switch (given) {
      case "values" -> {
        List<String> values = options.texts(given);
        TextLimit.require(name, TextLimit.length(values));
        yield new Values(values);
      }
      case "like" -> new Like(like.apply(options));
      default -> {
        String text = options.string(given);
        TextLimit.require(name, text.length());
        yield new Text(text);
      }
    };
  }

  /** The number of characters of the values or of the text; 0 without them. */
  default long characters() {
    return switch (this) {
      case Values values -> TextLimit.length(values.values());
      case Text text -> text.text().length();
      case Like like -> 0;
      case Stored stored -> 0;
    };
  }

  /** Writes the option that users type. */
  default void toXContent(XContentBuilder builder) throws IOException {
    switch (this) {
      case Values values -> builder.field("values", values.values());
      case Like like -> DocumentReference.toXContent(builder, like.documents());
      case Text text -> builder.field("text", text.text());
      case Stored stored -> builder.field("signature", stored.signature());
    }
  }

  static SetSource read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case 0 -> new Values(in.readStringCollectionAsList());
      case 1 -> new Like(in.readCollectionAsList(DocumentReference::new));
      case 2 -> new Text(in.readString());
      case 3 -> new Stored(in.readOptionalString());
      default -> throw new IOException("unknown kind of set source [" + kind + "]");
    };
  }

  default void writeTo(StreamOutput out) throws IOException {
    switch (this) {
      case Values values -> {
        out.writeByte((byte) 0);
        out.writeStringCollection(values.values());
      }
      case Like like -> {
        out.writeByte((byte) 1);
        out.writeCollection(like.documents());
      }
      case Text text -> {
        out.writeByte((byte) 2);
        out.writeString(text.text());
      }
      case Stored stored -> {
        out.writeByte((byte) 3);
        out.writeOptionalString(stored.signature());
      }
    }
  }
}
