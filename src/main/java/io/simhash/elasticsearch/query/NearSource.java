package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.mapper.FingerprintValue;
import io.simhash.elasticsearch.option.DocumentReference;
import io.simhash.elasticsearch.option.StoredValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The option that gives a near query its value: {@code fingerprint}, {@code like}, {@code text}, …
 */
sealed interface NearSource {

  /**
   * The value itself: {@code "fingerprint": "9f3c…"}, {@code "signature": "…"} or both, with the
   * {@code profile} that made the fingerprint, {@code null} where it is not known.
   */
  record Value(NearValue near, String profile) implements NearSource {

    public Value {
      if (profile != null) {
        FingerprintValue.requireProfile(profile);
      }
    }
  }

  /** The values that a document would have in a {@code minhash} field: {@code "values": "a"}. */
  record SetValues(List<String> values) implements NearSource {}

  /** A text, which each shard processes as the field does: {@code "text": "…"}. */
  record Text(String text) implements NearSource {}

  /**
   * Stored documents, which may be hits with {@code include}: {@code "like": {"_index": …, "_id":
   * …}} or an array of such objects.
   */
  record Like(List<DocumentReference> documents, boolean include) implements NearSource {
    public Like {
      int max = DocumentReference.MAX_DOCUMENTS;
      if (documents.isEmpty() || documents.size() > max) {
        throw invalid("[like] must hold 1 to %s documents but held [%s]", max, documents.size());
      }
    }
  }

  /** A document, to which a pipeline's {@code simhash} processor gives a fingerprint. */
  record PipelineDocument(Map<String, Object> document, String pipeline) implements NearSource {}

  /**
   * No value, because no document of {@code like} has one, or {@code document} gets none. Nothing
   * matches, but the shards check the fields. Internal: not accepted from users.
   */
  record None(String option) implements NearSource {}

  /** Whether a shard can use it. The coordinating node replaces the others first. */
  default boolean isResolved() {
    return this instanceof Like == false && this instanceof PipelineDocument == false;
  }

  /** Takes a fingerprint, a signature or both, {@code like}, {@code text} or {@code document}. */
  static NearSource ofFingerprint(OptionMap options) {
    List<String> kinds = List.of("fingerprint", "like", "text", "document");
    if (options.has("fingerprint") == false) {
      kinds = List.of("fingerprint", "signature", "like", "text", "document");
    }
    String given = options.exactlyOneOf(kinds);
    options.requireWith("include", "like");
    options.requireWith("pipeline", "document");
    options.requireWith("document", "pipeline");
    options.requireWith("profile", given.equals("signature") ? given : "fingerprint");
    return switch (given) {
      case "fingerprint", "signature" ->
          new Value(
              new NearValue(
                  options.has("fingerprint")
                      ? OptionalLong.of(FingerprintValue.fingerprint(options.any("fingerprint")))
                      : OptionalLong.empty(),
                  Optional.ofNullable(options.string("signature", null))
                      .map(FingerprintValue::signature)),
              options.string("profile", null));
      case "like" -> like(options);
      case "text" -> text(options);
      default -> {
        Map<String, Object> document = options.map(given);
        TextLimit.requireQuery(given, document);
        yield new PipelineDocument(document, options.string("pipeline"));
      }
    };
  }

  /** Takes {@code values}, {@code text} or, by the function, {@code like}. */
  static NearSource ofSet(OptionMap options, Function<OptionMap, Like> like) {
    String given = options.exactlyOneOf(List.of("values", "like", "text"));
    return switch (given) {
      case "values" -> {
        List<String> values = options.texts(given);
        TextLimit.requireQuery(options.fullName(given), values);
        yield new SetValues(values);
      }
      case "like" -> like.apply(options);
      default -> text(options);
    };
  }

  static NearSource ofText(OptionMap options) {
    return options.exactlyOneOf(List.of("text", "like")).equals("text")
        ? text(options)
        : like(options);
  }

  static Like like(OptionMap options) {
    return new Like(DocumentReference.oneOrSeveral(options), options.bool("include", false));
  }

  static Like likeOne(OptionMap options) {
    return new Like(DocumentReference.one(options), false);
  }

  private static Text text(OptionMap options) {
    String text = options.string("text");
    TextLimit.requireQuery(options.fullName("text"), text);
    return new Text(text);
  }

  /** The number of characters of the text, the values or the document; 0 without one. */
  default long characters() {
    return switch (this) {
      case SetValues values -> TextLimit.length(values.values());
      case Text text -> text.text().length();
      case PipelineDocument document -> TextLimit.length(document.document());
      default -> 0;
    };
  }

  /** Writes the options that users type. */
  default void toXContent(XContentBuilder builder) throws IOException {
    switch (this) {
      case Value value -> {
        if (value.near().fingerprint().isPresent()) {
          long fingerprint = value.near().fingerprint().getAsLong();
          builder.field("fingerprint", Fingerprint.toHex(fingerprint));
        }
        if (value.near().signature().isPresent()) {
          builder.field("signature", value.near().signature().get().toBase64());
        }
        if (value.profile() != null) {
          builder.field("profile", value.profile());
        }
      }
      case SetValues values -> builder.field("values", values.values());
      case Text text -> builder.field("text", text.text());
      case Like like -> {
        if (like.documents().size() == 1) {
          builder.field("like", like.documents().getFirst());
        } else {
          builder.xContentList("like", like.documents());
        }
        if (like.include()) {
          builder.field("include", true);
        }
      }
      case PipelineDocument document ->
          builder.field("document", document.document()).field("pipeline", document.pipeline());
      case None none -> builder.nullField(none.option());
    }
  }

  static NearSource read(StreamInput in) throws IOException {
    byte kind = in.readByte();
    return switch (kind) {
      case 0 -> new Value(StoredValue.read(in), in.readOptionalString());
      case 1 -> new Like(in.readCollectionAsList(DocumentReference::new), in.readBoolean());
      case 2 -> new Text(in.readString());
      case 3 -> new PipelineDocument(in.readGenericMap(), in.readString());
      case 4 -> new None(in.readString());
      case 5 -> new SetValues(in.readStringCollectionAsList());
      default -> throw new IOException("unknown kind of source [" + kind + "]");
    };
  }

  default void writeTo(StreamOutput out) throws IOException {
    switch (this) {
      case Value value -> {
        out.writeByte((byte) 0);
        StoredValue.write(out, value.near());
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
      case PipelineDocument document -> {
        out.writeByte((byte) 3);
        out.writeGenericMap(document.document());
        out.writeString(document.pipeline());
      }
      case None none -> {
        out.writeByte((byte) 4);
        out.writeString(none.option());
      }
      case SetValues values -> {
        out.writeByte((byte) 5);
        out.writeStringCollection(values.values());
      }
    }
  }
}
