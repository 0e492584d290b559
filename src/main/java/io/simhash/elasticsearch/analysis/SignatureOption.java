package io.simhash.elasticsearch.analysis;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.TextOptions;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The option {@code signature}: whether the MinHash signature of a text is made next to its
 * fingerprint, and how: {@code true}, {@code false} or {@code {"hashes": 1024, "shingle": {"unit":
 * "character", "size": "auto"}}}. The default is {@code true}, and an object has the same defaults.
 */
public final class SignatureOption {

  /** The name of the option. */
  public static final String NAME = "signature";

  private SignatureOption() {}

  /** The signatures that the default makes. */
  public static final TextMinHasher DEFAULT = of(Bands.DEFAULT, Shingling.AUTO_CHARACTERS);

  private static TextMinHasher of(Bands bands, Shingling shingling) {
    return new TextMinHasher(bands, Optional.of(new TextShingles(shingling, null)));
  }

  /** {@link #read(OptionMap, TextMinHasher)} with the defaults. */
  public static Optional<TextMinHasher> read(OptionMap options) {
    return read(options, DEFAULT);
  }

  /**
   * Takes the option; empty for {@code false}.
   *
   * @param defaults the parameters that {@code true} means and that an object may omit
   */
  public static Optional<TextMinHasher> read(OptionMap options, TextMinHasher defaults) {
    return options.boolOrObject(NAME).map(signature -> readObject(signature, defaults));
  }

  private static TextMinHasher readObject(OptionMap signature, TextMinHasher defaults) {
    Bands bands = Bands.read(signature, defaults.bands());
    Shingling shingling =
        Shingling.readWithDefault(signature, defaults.parameters().shingling().orElseThrow());
    signature.requireEmpty();
    if (shingling.unit() != Shingling.Unit.CHARACTER) {
      throw invalid("[signature.shingle.unit] must be [character] but was [%s]", shingling.unit());
    }
    return of(bands, shingling);
  }

  /** With {@code "fingerprint": false}: requires signatures, and no option of fingerprints only. */
  public static void requireAlone(Set<String> profile, Optional<TextMinHasher> signatures) {
    if (signatures.isEmpty()) {
      throw invalid("[fingerprint] and [signature] must not both be [false]");
    }
    Set<String> useless = new TreeSet<>(profile);
    useless.removeAll(TextOptions.NAMES);
    if (useless.isEmpty() == false) {
      throw invalid("[%s] has no effect with [fingerprint] [false]", String.join(", ", useless));
    }
  }

  /** The option as users set it, with nothing left to defaults. */
  public static Object json(Optional<TextMinHasher> signatures) {
    if (signatures.isEmpty()) {
      return false;
    }
    Bands bands = signatures.get().bands();
    Shingling shingling = signatures.get().parameters().shingling().orElseThrow();
    return new TreeMap<>(
        Map.of(
            "hashes",
            bands.hashes(),
            "bands",
            bands.bands(),
            "rows",
            bands.rows(),
            Shingling.NAME,
            shingling.json()));
  }
}
