package io.simhash.elasticsearch.mapper.minhash;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.mapper.ProfileParameters;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.ProfileOptions;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;

/**
 * The options of a {@code minhash} field as parameters of a mapping: {@code hashes}, {@code bands},
 * {@code shingle} and {@code analyzer}. None can be changed later.
 */
final class MinHashParameters {

  /**
   * Components of a signature where {@code hashes} is not given: 384 bytes a document. Near a
   * threshold the standard error decides: .026 here, where it is .044 with 128 components and
   * chance decides which of two statutes stays (docs/accuracy.md).
   */
  static final int DEFAULT_HASHES = 384;

  /** What {@code shingle} says where it leaves something out. */
  static final Shingling DEFAULT_SHINGLING = new Shingling(Shingling.Unit.CHARACTER, 5);

  private static final int BITS = 8;
  private static final long SEED = 0;

  private final List<Parameter<Object>> parameters;

  /**
   * @param given the options of an existing mapper, as they were typed
   */
  MinHashParameters(Function<FieldMapper, Map<String, Object>> given) {
    parameters =
        List.of(
            ProfileParameters.parameter("hashes", given),
            ProfileParameters.parameter("bands", given),
            ProfileParameters.parameter("shingle", given),
            ProfileParameters.parameter("analyzer", given));
  }

  List<Parameter<Object>> parameters() {
    return parameters;
  }

  /** The options as they were typed. */
  Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    parameters.stream()
        .filter(parameter -> parameter.get() != null)
        .forEach(parameter -> given.put(parameter.name, parameter.get()));
    return given;
  }

  /**
   * The signer that the options describe.
   *
   * @throws IllegalArgumentException naming the option that is wrong
   */
  static TextMinHasher resolve(Map<String, Object> given, AnalyzerLookup analyzers) {
    OptionMap options = new OptionMap(new LinkedHashMap<>(given));
    int hashes = options.has("hashes") ? options.integer("hashes") : DEFAULT_HASHES;
    Optional<Shingling> shingling =
        options.has("shingle")
            ? Optional.of(Shingling.readWithDefault(options.object("shingle"), DEFAULT_SHINGLING))
            : Optional.empty();
    boolean ofTokens = shingling.filter(s -> s.unit() == Shingling.Unit.TOKEN).isPresent();
    if (options.has("analyzer") && ofTokens == false) {
      throw new IllegalArgumentException("[analyzer] needs [shingle.unit] [token]");
    }
    return new TextMinHasher(
        new MinHash(hashes, BITS, SEED), shingling, ofTokens ? analyzer(options, analyzers) : null);
  }

  /**
   * The bands that the options describe; empty without {@code bands}.
   *
   * @throws IllegalArgumentException if the hashes cannot be split so
   */
  static Optional<Bands> bands(Map<String, Object> given, MinHash minHash) {
    OptionMap options = new OptionMap(new LinkedHashMap<>(given));
    return options.has("bands")
        ? Optional.of(new Bands(minHash.hashes(), options.integer("bands")))
        : Optional.empty();
  }

  private static Analyzer analyzer(OptionMap options, AnalyzerLookup analyzers) {
    String name =
        options.has("analyzer") ? options.string("analyzer") : ProfileOptions.DEFAULT_ANALYZER;
    try {
      AnalyzerLookup.Found found = analyzers.find(name);
      if (found == null) {
        throw new IllegalArgumentException(
            "[analyzer] must be the name of an analyzer but was [" + name + "]");
      }
      return found.analyzer();
    } catch (IOException e) {
      throw new UncheckedIOException("analyzer [" + name + "] cannot be made", e);
    }
  }
}
