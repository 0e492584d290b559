package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.HashedText;
import io.simhash.lucene.text.TextHasher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.DoubleField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.index.IndexableField;

/**
 * One value of a {@code simhash} field, read from a document: a fingerprint, a signature or both;
 * or neither, where nothing of a text counts. What is not known is null.
 */
public record FingerprintValue(
    Long fingerprint,
    String profile,
    Integer features,
    Double effectiveFeatures,
    Signature signature) {

  /** The parts of an object: hexadecimal digits, the id of a profile, base 64, and two numbers. */
  public static final String FINGERPRINT = "fingerprint";

  public static final String PROFILE = "profile";
  public static final String SIGNATURE = "signature";
  static final String FEATURES = "features";
  static final String EFFECTIVE_FEATURES = "effective_features";

  /** The longest profile id, in UTF-16 units; fingerprints made elsewhere may have other ids. */
  private static final int MAX_PROFILE_LENGTH = 256;

  private static final Set<String> KEYS =
      new TreeSet<>(List.of(FINGERPRINT, PROFILE, FEATURES, EFFECTIVE_FEATURES, SIGNATURE));

  public FingerprintValue {
    if (profile != null) {
      requireProfile(profile);
    }
  }

  /** The name of the sub-field that holds the profile's id. */
  public static String profileField(String field) {
    return field + "." + PROFILE;
  }

  /** Reads a fingerprint, or the object that the ingest processor writes. */
  public static FingerprintValue ofFingerprint(Object value) {
    return value instanceof Map<?, ?> object
        ? ofObject(object)
        : new FingerprintValue(Fingerprint.parseValue(value), null, null, null, null);
  }

  /** Fingerprints the part of a text that counts; empty if nothing can be compared. */
  static Optional<FingerprintValue> ofText(TextHasher hasher, TokenSource tokens, Object value) {
    if (value instanceof Map<?, ?>) {
      throw invalid("a field that fingerprints text takes no object");
    }
    HashedText made = hasher.of(value.toString(), tokens);
    return made.near()
        .map(
            near ->
                new FingerprintValue(
                    near.fingerprint().isEmpty() ? null : near.fingerprint().getAsLong(),
                    made.profile(),
                    made.fingerprint().map(each -> each.features().size()).orElse(null),
                    made.fingerprint().map(TextFingerprint::effectiveFeatures).orElse(null),
                    near.signature().orElse(null)));
  }

  /** The fingerprint and the signature, as they are compared; empty if there is neither. */
  public Optional<NearValue> nearValue() {
    return NearValue.of(
        fingerprint == null ? OptionalLong.empty() : OptionalLong.of(fingerprint),
        Optional.ofNullable(signature));
  }

  String hex() {
    return fingerprint == null ? null : Fingerprint.toHex(fingerprint);
  }

  String block(int block) {
    return fingerprint == null ? null : Blocks.term(Blocks.value(fingerprint, block));
  }

  String base64Signature() {
    return signature == null ? null : signature.toBase64();
  }

  String signatureParameters() {
    return signature == null ? null : signature.parameters().toString();
  }

  /** The Lucene fields of this value in the field {@code name} and its sub-fields. */
  List<IndexableField> luceneFields(String name) {
    List<IndexableField> fields = new ArrayList<>();
    nearValue().ifPresent(near -> fields.addAll(SimHashFields.of(name, near)));
    if (profile != null) {
      fields.add(new KeywordField(profileField(name), profile, Field.Store.NO));
    }
    if (features != null) {
      fields.add(new IntField(name + "." + FEATURES, features, Field.Store.NO));
    }
    if (effectiveFeatures != null) {
      fields.add(
          new DoubleField(name + "." + EFFECTIVE_FEATURES, effectiveFeatures, Field.Store.NO));
    }
    if (signature != null) {
      fields.add(SimHashFields.ofParameters(name, signature.parameters()));
    }
    return fields;
  }

  private static FingerprintValue ofObject(Map<?, ?> object) {
    if (KEYS.containsAll(object.keySet()) == false) {
      Set<String> unknown = new TreeSet<>();
      object.keySet().forEach(key -> unknown.add(key.toString()));
      unknown.removeAll(KEYS);
      throw invalid(
          "the object of a fingerprint may have %s but has [%s]", KEYS, OptionMap.names(unknown));
    }
    Object fingerprint = object.get(FINGERPRINT);
    Signature signature = signature(string(object, SIGNATURE));
    boolean isOfNothing = Integer.valueOf(0).equals(object.get(FEATURES));
    if (fingerprint == null && signature == null && isOfNothing == false) {
      throw invalid(
          "the object of a fingerprint needs [fingerprint] or [signature], or [features] [0]");
    }
    return new FingerprintValue(
        fingerprint == null ? null : Fingerprint.parseValue(fingerprint),
        string(object, PROFILE),
        features(object.get(FEATURES)),
        effectiveFeatures(object.get(EFFECTIVE_FEATURES)),
        signature);
  }

  /** Reads the value of an option {@code fingerprint}, see {@link Fingerprint#parseValue}. */
  public static long fingerprint(Object value) {
    try {
      return Fingerprint.parseValue(value);
    } catch (IllegalArgumentException e) {
      throw invalid(e, "[fingerprint] cannot be read: %s", e.getMessage());
    }
  }

  /** Reads the value of an option {@code signature}; {@code null} for {@code null}. */
  public static Signature signature(String base64) {
    try {
      return base64 == null ? null : Signature.fromBase64(base64);
    } catch (IllegalArgumentException e) {
      throw invalid("[signature] cannot be read: %s", e.getMessage());
    }
  }

  /** A part of the object that is a string; null if the object has none. */
  private static String string(Map<?, ?> object, String name) {
    Object value = object.get(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw invalid("[%s] must be a string but was [%s]", name, OptionMap.shown(value));
  }

  /** Requires an id that a profile may have: neither empty nor too long. */
  public static void requireProfile(String id) {
    if (id.isEmpty()) {
      throw invalid("[profile] must not be empty");
    }
    if (id.length() > MAX_PROFILE_LENGTH) {
      throw invalid(
          "[profile] must have at most [%s] characters but had [%s]",
          MAX_PROFILE_LENGTH, id.length());
    }
  }

  private static Integer features(Object value) {
    if (value == null || (value instanceof Integer features && features >= 0)) {
      return (Integer) value;
    }
    throw invalid(
        "[features] must be an integer in [0, 2147483647] but was [%s]", OptionMap.shown(value));
  }

  private static Double effectiveFeatures(Object value) {
    if (value == null) {
      return null;
    }
    double effective = value instanceof Number number ? number.doubleValue() : Double.NaN;
    if (effective >= 0 && Double.isFinite(effective)) {
      return effective;
    }
    throw invalid(
        "[effective_features] must be a number of at least [0] but was [%s]",
        OptionMap.shown(value));
  }
}
