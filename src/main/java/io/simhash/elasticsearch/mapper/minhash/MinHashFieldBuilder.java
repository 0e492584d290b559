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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/** The mapping of a {@code minhash} field while it is read, merged or shown. */
final class MinHashFieldBuilder extends NearDuplicateFieldBuilder {

  private static final String HASHES = "hashes";
  private static final String BANDS = "bands";
  private static final String SHINGLE = "shingle";
  private static final String ANALYZER = "analyzer";

  /**
   * The default of {@code hashes}, the components of a signature: 384 bytes a document. Near a
   * threshold the standard error decides: .026 here, where it is .044 with 128 components and
   * chance decides which of two statutes is found (docs/accuracy.md).
   */
  private static final int DEFAULT_HASHES = 384;

  /** The default of {@code shingle.unit} and of {@code shingle.size} for characters. */
  private static final Shingling DEFAULT_SHINGLING = new Shingling(Shingling.Unit.CHARACTER, 5);

  /** The defaults of this release, see {@link NearDuplicateFieldBuilder#defaults}. */
  static final Map<String, Object> DEFAULTS =
      Map.of(
          HASHES,
          DEFAULT_HASHES,
          SHINGLE,
          DEFAULT_SHINGLING.json(),
          ANALYZER,
          ProfileOption.ANALYZER.defaultValue());

  private static final int BITS = 8;
  private static final long SEED = 0;

  final AnalyzerLookup analyzers;

  MinHashFieldBuilder(
      String name,
      AnalyzerLookup analyzers,
      boolean ignoreMalformedByDefault,
      Map<String, Object> defaults) {
    super(name, ignoreMalformedByDefault, List.of(HASHES, BANDS, SHINGLE, ANALYZER), defaults);
    this.analyzers = analyzers;
  }

  @Override
  public String contentType() {
    return MinHashFieldType.NAME;
  }

  @Override
  protected Object canonical(String option, Object typed, Object pinned) {
    OptionMap value = map(option, typed);
    return switch (option) {
      case SHINGLE -> {
        Object omitted = pinned == null ? defaults.get(SHINGLE) : pinned;
        yield Shingling.readWithDefault(value.object(SHINGLE), shingling(omitted)).json();
      }
      case ANALYZER -> value.string(ANALYZER);
      default -> value.integer(option);
    };
  }

  private static OptionMap map(String option, Object value) {
    return new OptionMap(new HashMap<>(Map.of(option, value)));
  }

  private static Shingling shingling(Object whole) {
    return Shingling.read(map(SHINGLE, whole).object(SHINGLE));
  }

  @Override
  public MinHashFieldMapper build(MapperBuilderContext context) {
    Map<String, Object> pinned = options();
    pinned.putIfAbsent(HASHES, defaults.get(HASHES));
    pinned.replaceAll((option, typed) -> canonical(option, typed, null));
    Optional<TextShingles> shingles = shingles(pinned);
    MinHash minHash = new MinHash((int) pinned.get(HASHES), BITS, SEED);
    Optional<Bands> bands =
        Optional.ofNullable((Integer) pinned.get(BANDS))
            .map(count -> new Bands(minHash.hashes(), count));
    MinHashFieldType type =
        new MinHashFieldType(
            context.buildFullName(leafName()), meta(), new TextMinHasher(minHash, shingles), bands);
    return new MinHashFieldMapper(type, builderParams(this, context), this, pinned);
  }

  /** The shingles of a field that takes text; pins their analyzer. */
  private Optional<TextShingles> shingles(Map<String, Object> pinned) {
    Optional<Shingling> shingling =
        Optional.ofNullable(pinned.get(SHINGLE)).map(MinHashFieldBuilder::shingling);
    boolean ofTokens = shingling.filter(s -> s.unit() == Shingling.Unit.TOKEN).isPresent();
    if (ofTokens) {
      pinned.putIfAbsent(ANALYZER, defaults.get(ANALYZER));
    } else if (pinned.containsKey(ANALYZER)) {
      throw invalid("[analyzer] needs [shingle.unit] [token]");
    }
    Analyzer analyzer =
        ofTokens ? analyzers.require((String) pinned.get(ANALYZER)).analyzer() : null;
    return shingling.map(s -> new TextShingles(s, analyzer));
  }
}
