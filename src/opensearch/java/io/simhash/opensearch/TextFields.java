package io.simhash.opensearch;

import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.profile.Profile;
import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjAnalyzer.StopWords;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Computes the fingerprint and the signature of a text in the client, with the plugin's jar as a
 * library, and writes them as fields of ordinary types. The values are those of the plugin's
 * processor with its default options.
 *
 * <p>Safe to share between threads.
 */
final class TextFields {

  private final TextFingerprinter fingerprinter;

  TextFields() {
    AnsjAnalyzer ansj = new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, StopWords.EMPTY);
    Profile profile = Profile.builder().analysis(ansj.identity()).build();
    this.fingerprinter =
        new TextFingerprinter(profile, Optional.of(new IdentifiedAnalyzer(ansj, ansj.identity())));
  }

  /**
   * The fields of a text.
   *
   * <ul>
   *   <li>{@code fingerprint}, a signed 64-bit integer, and its four blocks of 16 bits, {@code
   *       block_0} to {@code block_3}, each as four hexadecimal digits. A text that is too short
   *       has none of these.
   *   <li>{@code signature} in base 64, and its {@code bands}, each as its number and four
   *       hexadecimal digits. A text without letters and digits has none of these.
   * </ul>
   */
  Map<String, Object> of(String text) {
    Map<String, Object> fields = new LinkedHashMap<>();
    OptionalLong fingerprint = fingerprinter.of(text).fingerprint();
    if (fingerprint.isPresent()) {
      fields.put("fingerprint", fingerprint.getAsLong());
      for (int block = 0; block < Blocks.COUNT; block++) {
        fields.put("block_" + block, Blocks.term(Blocks.value(fingerprint.getAsLong(), block)));
      }
    }
    Optional<Signature> signature = Signature.ofText(text);
    if (signature.isPresent()) {
      fields.put("signature", signature.get().toBase64());
      fields.put("bands", bands(signature.get()));
    }
    return fields;
  }

  private static List<String> bands(Signature signature) {
    return IntStream.range(0, signature.parameters().bands().bands())
        .mapToObj(band -> band + ":" + Blocks.term(signature.band(band)))
        .toList();
  }

  /** The value in the fields of a document, to be compared with others; empty if it has none. */
  static Optional<NearValue> value(Map<String, Object> fields) {
    Object fingerprint = fields.get("fingerprint");
    Object signature = fields.get("signature");
    if (fingerprint == null && signature == null) {
      return Optional.empty();
    }
    return Optional.of(
        new NearValue(
            fingerprint == null
                ? OptionalLong.empty()
                : OptionalLong.of(((Number) fingerprint).longValue()),
            Optional.ofNullable((String) signature).map(Signature::fromBase64)));
  }

  /** Prints the fields of the text that is the only argument. */
  public static void main(String[] arguments) {
    new TextFields()
        .of(arguments[0])
        .forEach((name, value) -> System.out.println(name + " " + value));
  }
}
