package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.JsonValues;
import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.elasticsearch.option.TextLimit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/** The source of the fingerprint to search around: one of four options. */
sealed interface FingerprintSource {

  /** A source from which a shard can make the fingerprint. */
  sealed interface Resolved extends FingerprintSource permits Value, Text, None {}

  /** A source that the coordinating node has to replace by a {@link Value} first. */
  sealed interface Unresolved extends FingerprintSource permits Like, Document {}

  /**
   * The value itself: {@code "fingerprint": "9f3c…"}, {@code "signature": "…"} or both, with the
   * {@code profile} where it is known.
   *
   * @param fingerprint {@code null} if it is not known, or if the text is too short for one
   * @param signature the signature of the same text; {@code null} if it is not known
   * @param profile the id of the profile that made the fingerprint; {@code null} if it is not known
   */
  record Value(Long fingerprint, Signature signature, String profile) implements Resolved {

    /** The value of a document. */
    static Value of(NearValue value, String profile) {
      OptionalLong fingerprint = value.fingerprint();
      return new Value(
          fingerprint.isEmpty() ? null : fingerprint.getAsLong(),
          value.signature().orElse(null),
          profile);
    }

    /** The fingerprint and the signature, of which there is at least one. */
    NearValue near() {
      return new NearValue(
          fingerprint == null ? OptionalLong.empty() : OptionalLong.of(fingerprint),
          Optional.ofNullable(signature));
    }

    public Value {
      if (fingerprint == null && signature == null) {
        throw invalid("[fingerprint] or [signature] is needed");
      }
      if (profile != null) {
        SimHashFieldType.requireProfile(profile);
      }
    }
  }

  /**
   * The fingerprints of stored documents: {@code "like": {"_index": …, "_id": …}} or an array of
   * such objects.
   *
   * @param include whether these documents may themselves be hits
   */
  record Like(List<DocumentReference> documents, boolean include) implements Unresolved {
    public Like {
      documents = DocumentReference.requireCount(documents);
    }
  }

  /** The fingerprint of a text by the field's own analyzer; each shard computes it. */
  record Text(String text) implements Resolved {
    public Text {
      TextLimit.require("text", text.length());
    }
  }

  /**
   * The absence of a fingerprint, where no document of {@code like} has one, or {@code document}
   * gets none. Nothing matches, but the shards check the fields of the query. Internal: not
   * accepted from users.
   *
   * @param option {@code like} or {@code document}
   */
  record None(String option) implements Resolved {}

  /** The fingerprint that a pipeline's {@code simhash} processor gives a document. */
  record Document(Map<String, Object> document, String pipeline) implements Unresolved {

    public Document {
      TextLimit.require("document", JsonValues.characters(document));
    }

    /** The number of characters of all strings in the document. */
    @Override
    public long characters() {
      return JsonValues.characters(document);
    }
  }

  /**
   * Takes a value ({@code fingerprint}, {@code signature} or both), {@code like}, {@code text} or
   * {@code document}.
   */
  static FingerprintSource from(OptionMap options) {
    boolean isShort = options.has("signature") && options.has("fingerprint") == false;
    String value = isShort ? "signature" : "fingerprint";
    String given = options.exactlyOneOf(List.of(value, "like", "text", "document"));
    options.requireWith("include", "like");
    options.requireWith("pipeline", "document");
    options.requireWith("document", "pipeline");
    options.requireWith("signature", value);
    options.requireWith("profile", value);
    return switch (given) {
      case "fingerprint", "signature" ->
          new Value(
              isShort ? null : fingerprint(options.any("fingerprint")),
              signature(options),
              options.string("profile", null));
      case "like" ->
          new Like(DocumentReference.oneOrSeveral(options), options.bool("include", false));
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

  private static Signature signature(OptionMap options) {
    if (options.has("signature") == false) {
      return null;
    }
    String base64 = options.string("signature");
    try {
      return Signature.fromBase64(base64);
    } catch (IllegalArgumentException e) {
      throw invalid("[signature] cannot be read: %s", e.getMessage());
    }
  }

  /** The number of characters of the text or the document; 0 without one. */
  default long characters() {
    return this instanceof Text text ? text.text().length() : 0;
  }

  /** Writes the options that users type. */
  default void toXContent(XContentBuilder builder) throws IOException {
    switch (this) {
      case Value value -> {
        if (value.fingerprint() != null) {
          builder.field("fingerprint", Fingerprint.toHex(value.fingerprint()));
        }
        if (value.signature() != null) {
          builder.field("signature", value.signature().toBase64());
        }
        if (value.profile() != null) {
          builder.field("profile", value.profile());
        }
      }
      case Like like -> {
        DocumentReference.toXContent(builder, like.documents());
        builder.field("include", like.include());
      }
      case Text text -> builder.field("text", text.text());
      case Document document ->
          builder.field("document", document.document()).field("pipeline", document.pipeline());
      case None none -> builder.nullField("fingerprint");
    }
  }

  static FingerprintSource read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case 0 -> {
        Long fingerprint = in.readOptionalLong();
        byte[] signature = in.readOptionalByteArray();
        yield new Value(
            fingerprint,
            signature == null ? null : Signature.read(signature),
            in.readOptionalString());
      }
      case 1 -> new Like(in.readCollectionAsList(DocumentReference::new), in.readBoolean());
      case 2 -> new Text(in.readString());
      case 3 -> new Document(in.readGenericMap(), in.readString());
      case 4 -> new None(in.readString());
      default -> throw new IOException("unknown kind of fingerprint source [" + kind + "]");
    };
  }

  default void writeTo(StreamOutput out) throws IOException {
    switch (this) {
      case Value value -> {
        out.writeByte((byte) 0);
        out.writeOptionalLong(value.fingerprint());
        out.writeOptionalByteArray(value.signature() == null ? null : value.signature().stored());
        out.writeOptionalString(value.profile());
      }
      case Like like -> {
        out.writeByte((byte) 1);
        out.writeCollection(like.documents());
        out.writeBoolean(like.include());
      }
      case Text text -> {
        out.writeByte((byte) 2);
        out.writeString(text.text());
      }
      case Document document -> {
        out.writeByte((byte) 3);
        out.writeGenericMap(document.document());
        out.writeString(document.pipeline());
      }
      case None none -> {
        out.writeByte((byte) 4);
        out.writeString(none.option());
      }
    }
  }
}
