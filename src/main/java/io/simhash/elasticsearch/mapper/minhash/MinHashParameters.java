package io.simhash.elasticsearch.mapper.minhash;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.mapper.ProfileParameters;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.lucene.text.TextMinHasher;
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
   * Components of a signature where {@code hashes} is not typed: 384 bytes a document. Near a
   * threshold the standard error decides: .026 here, where it is .044 with 128 components and
   * chance decides which of two statutes is found (docs/accuracy.md).
   */
  static final int DEFAULT_HASHES = 384;

  /** The default of {@code shingle.unit} and of {@code shingle.size} for characters. */
  static final Shingling DEFAULT_SHINGLING = new Shingling(Shingling.Unit.CHARACTER, 5);

  private static final int BITS = 8;
  private static final long SEED = 0;

  private final List<Parameter<Object>> parameters;

  /**
   * @param typed the options of an existing mapper, as they were typed
   */
  MinHashParameters(Function<FieldMapper, Map<String, Object>> typed) {
    parameters =
        List.of(
            ProfileParameters.parameter("hashes", typed),
            ProfileParameters.parameter("bands", typed),
            ProfileParameters.parameter("shingle", typed),
            ProfileParameters.parameter("analyzer", typed));
  }

  List<Parameter<Object>> parameters() {
    return parameters;
  }

  /** The options as they were typed. */
  Map<String, Object> typed() {
    return ProfileParameters.typed(parameters);
  }

  /**
   * The MinHasher that the options describe.
   *
   * @throws IllegalArgumentException naming the option that is wrong
   */
  static TextMinHasher minHasher(Map<String, Object> typed, AnalyzerLookup analyzers) {
    OptionMap options = new OptionMap(new LinkedHashMap<>(typed));
    int hashes = options.integer("hashes", DEFAULT_HASHES);
    Optional<Shingling> shingling =
        options.has("shingle")
            ? Optional.of(Shingling.readWithDefault(options.object("shingle"), DEFAULT_SHINGLING))
            : Optional.empty();
    boolean ofTokens = shingling.filter(s -> s.unit() == Shingling.Unit.TOKEN).isPresent();
    if (options.has("analyzer") && ofTokens == false) {
      throw new IllegalArgumentException("[analyzer] needs [shingle.unit] [token]");
    }
    Analyzer analyzer =
        ofTokens
            ? analyzers
                .require(options.string("analyzer", ProfileOption.ANALYZER.defaultValue()))
                .analyzer()
            : null;
    return new TextMinHasher(new MinHash(hashes, BITS, SEED), shingling, analyzer);
  }

  /**
   * The bands that the options describe; empty without {@code bands}.
   *
   * @throws IllegalArgumentException if the hashes cannot be split so
   */
  static Optional<Bands> bands(Map<String, Object> typed, MinHash minHash) {
    OptionMap options = new OptionMap(new LinkedHashMap<>(typed));
    return options.has("bands")
        ? Optional.of(new Bands(minHash.hashes(), options.integer("bands")))
        : Optional.empty();
  }
}
