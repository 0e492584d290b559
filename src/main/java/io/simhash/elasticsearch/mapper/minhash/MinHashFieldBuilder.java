package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.profile.ProfileOption;
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
  private static final String SHINGLE = "shingle";
  private static final String ANALYZER = "analyzer";

  /** The defaults of this release, see {@link NearDuplicateFieldBuilder#defaults}. */
  static final Map<String, Object> DEFAULTS =
      Map.of(
          HASHES,
          TextMinHasher.DEFAULT_HASHES,
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
    return Shingling.readWithDefault(
        map(SHINGLE, whole).object(SHINGLE), Shingling.AUTO_CHARACTERS);
  }

  @Override
  public MinHashFieldMapper build(MapperBuilderContext context) {
    Map<String, Object> pinned = options();
    pinned.putIfAbsent(HASHES, defaults.get(HASHES));
    pinned.replaceAll((option, typed) -> canonical(option, typed, null));
    TextMinHasher minHasher =
        new TextMinHasher((int) pinned.get(HASHES), shingles(pinned, context));
    Optional<Bands> bands =
        Optional.ofNullable((Integer) pinned.get(BANDS))
            .map(count -> new Bands(minHasher.hashes(), count));
    MinHashFieldType type =
        new MinHashFieldType(context.buildFullName(leafName()), meta(), minHasher, bands);
    return new MinHashFieldMapper(type, builderParams(this, context), this, pinned);
  }

  /** The shingles of a field that takes text; pins their analyzer. */
  private Optional<TextShingles> shingles(
      Map<String, Object> pinned, MapperBuilderContext context) {
    Optional<Shingling> shingling =
        Optional.ofNullable(pinned.get(SHINGLE)).map(MinHashFieldBuilder::shingling);
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
