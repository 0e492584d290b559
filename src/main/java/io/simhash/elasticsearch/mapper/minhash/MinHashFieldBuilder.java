package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Folding;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldBuilder;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/** The mapping of a {@code minhash} field while it is read, merged or shown. */
final class MinHashFieldBuilder extends NearDuplicateFieldBuilder {

  private static final String HASHES = "hashes";
  private static final String BANDS = "bands";
  private static final String ROWS = "rows";
  private static final String SHINGLE = "shingle";
  private static final String ANALYZER = "analyzer";

  /** The defaults of this release, see {@link NearDuplicateFieldBuilder#defaults}. */
  static final Map<String, Object> DEFAULTS =
      Map.of(
          HASHES,
          Bands.DEFAULT.hashes(),
          BANDS,
          Bands.DEFAULT.bands(),
          ROWS,
          Bands.DEFAULT.rows(),
          SHINGLE,
          Shingling.AUTO_CHARACTERS.json(),
          ANALYZER,
          ProfileOption.ANALYZER.defaultValue());

  final AnalyzerLookup analyzers;

  MinHashFieldBuilder(
      String name,
      AnalyzerLookup analyzers,
      boolean ignoreMalformedByDefault,
      Map<String, Object> defaults) {
    super(
        name,
        ignoreMalformedByDefault,
        List.of(HASHES, BANDS, ROWS, SHINGLE, ANALYZER, Folding.NAME),
        defaults);
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
      case Folding.NAME -> Folding.read(value).pinned();
      default -> value.integer(option);
    };
  }

  private static OptionMap map(String option, Object value) {
    return new OptionMap(new HashMap<>(Map.of(option, value)));
  }

  private static Shingling shingling(Object whole) {
    return Shingling.readWithDefault(
        map(SHINGLE, whole).object(SHINGLE), Shingling.AUTO_CHARACTERS);
  }

  @Override
  public MinHashFieldMapper build(MapperBuilderContext context) {
    Map<String, Object> pinned = options();
    List.of(HASHES, BANDS, ROWS).forEach(o -> pinned.putIfAbsent(o, defaults.get(o)));
    pinned.replaceAll((option, typed) -> canonical(option, typed, null));
    Bands bands =
        new Bands((int) pinned.get(HASHES), (int) pinned.get(BANDS), (int) pinned.get(ROWS));
    TextMinHasher minHasher =
        new TextMinHasher(bands, shingles(pinned, context))
            .with(Folding.read(pinned.get(Folding.NAME)));
    MinHashFieldType type =
        new MinHashFieldType(context.buildFullName(leafName()), meta(), minHasher);
    return new MinHashFieldMapper(type, builderParams(this, context), this, pinned);
  }

  /** The shingles of a field that takes text; pins their analyzer. */
  private Optional<TextShingles> shingles(
      Map<String, Object> pinned, MapperBuilderContext context) {
    Optional<Shingling> shingling =
        Optional.ofNullable(pinned.get(SHINGLE)).map(MinHashFieldBuilder::shingling);
    if (shingling.isEmpty() && pinned.get(Folding.NAME) != null) {
      throw invalid("[fold] needs [shingle]");
    }
    boolean ofTokens = shingling.filter(s -> s.unit() == Shingling.Unit.TOKEN).isPresent();
    if (ofTokens) {
      pinned.putIfAbsent(ANALYZER, defaults.get(ANALYZER));
    } else if (pinned.containsKey(ANALYZER)) {
      throw invalid("[analyzer] needs [shingle.unit] [token]");
    }
    if (ofTokens == false) {
      return shingling.map(s -> new TextShingles(s, null));
    }
    IdentifiedAnalyzer analyzer = analyzers.require((String) pinned.get(ANALYZER));
    warn(context, analyzer.refusal());
    return shingling.map(s -> new TextShingles(s, analyzer.analyzer()));
  }
}
