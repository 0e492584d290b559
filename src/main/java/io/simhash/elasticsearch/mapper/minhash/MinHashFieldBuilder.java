package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
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

  /** The default of {@code shingle.unit} and of {@code shingle.size} for characters. */
  static final Shingling DEFAULT_SHINGLING = Shingling.AUTO_CHARACTERS;

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
            ? Optional.of(new Bands(minHasher.hashes(), options.integer("bands")))
            : Optional.empty();
    MinHashFieldType type =
        new MinHashFieldType(context.buildFullName(leafName()), meta(), minHasher, bands);
    return new MinHashFieldMapper(type, builderParams(this, context), this);
  }

  private TextMinHasher minHasher(OptionMap options) {
    int hashes = options.integer("hashes", TextMinHasher.DEFAULT_HASHES);
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
    return new TextMinHasher(hashes, shingling.map(s -> new TextShingles(s, analyzer)));
  }
}
