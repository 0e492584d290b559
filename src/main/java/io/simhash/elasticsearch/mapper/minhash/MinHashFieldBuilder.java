package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldBuilder;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/** The mapping of a {@code minhash} field while it is read, merged or shown. */
final class MinHashFieldBuilder extends NearDuplicateFieldBuilder {

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

  final AnalyzerLookup analyzers;

  MinHashFieldBuilder(String name, AnalyzerLookup analyzers, boolean ignoreMalformedByDefault) {
    super(
        name,
        ignoreMalformedByDefault,
        List.of("hashes", "bands", "shingle", "analyzer"),
        Map.of());
    this.analyzers = analyzers;
  }

  @Override
  public String contentType() {
    return MinHashFieldType.NAME;
  }

  @Override
  public MinHashFieldMapper build(MapperBuilderContext context) {
    OptionMap options = new OptionMap(options());
    TextMinHasher minHasher = minHasher(options);
    Optional<Bands> bands =
        options.has("bands")
            ? Optional.of(new Bands(minHasher.minHash().hashes(), options.integer("bands")))
            : Optional.empty();
    MinHashFieldType type =
        new MinHashFieldType(context.buildFullName(leafName()), meta(), minHasher, bands);
    return new MinHashFieldMapper(type, builderParams(this, context), this);
  }

  private TextMinHasher minHasher(OptionMap options) {
    int hashes = options.integer("hashes", DEFAULT_HASHES);
    Optional<Shingling> shingling =
        options.has("shingle")
            ? Optional.of(Shingling.readWithDefault(options.object("shingle"), DEFAULT_SHINGLING))
            : Optional.empty();
    boolean ofTokens = shingling.filter(s -> s.unit() == Shingling.Unit.TOKEN).isPresent();
    if (options.has("analyzer") && ofTokens == false) {
      throw invalid("[analyzer] needs [shingle.unit] [token]");
    }
    String analyzerName = options.string("analyzer", ProfileOption.ANALYZER.defaultValue());
    Analyzer analyzer = ofTokens ? analyzers.require(analyzerName).analyzer() : null;
    return new TextMinHasher(
        new MinHash(hashes, BITS, SEED), shingling.map(s -> new TextShingles(s, analyzer)));
  }
}
