package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.simhash.core.profile.ProfileOption;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.xcontent.XContentBuilder;

/** The profile of a {@code simhash} field that takes text never changes. */
public class SimHashPinnedOptionsTests extends PinnedOptionsTestCase {

  /** Another value than today's default for each option of a field of tokens. */
  private static final Map<String, Object> OTHERS =
      map(
          """
          {"preset": "words", "min_token_length": 1, "tf": "count", "idf": "en",
           "length": "minmax", "pos": {"n": 1.5, "v": 1.2}, "cue_phrases": ["work on", "after"],
           "weight_levels": 7, "top": 20, "min_features": 3,
           "shingle": {"unit": "token", "size": 2}, "hash": "fnv1a", "ties": "one",
           "signature": {"hashes": 512, "bands": 20, "rows": 3}}
          """);

  private Path config;

  public SimHashPinnedOptionsTests() {
    super("simhash");
  }

  private Path config() {
    if (config == null) {
      config = createTempDir();
      try {
        Files.createDirectories(config.resolve("simhash"));
        Files.writeString(config.resolve("simhash/my.tsv"), "# documents\t10\ncouncil\t2\n");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return config;
  }

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return List.of(new SimHashPlugin(Settings.EMPTY, config()));
  }

  @Override
  protected Object stored(MapperService service, String field) {
    SimHashFieldType type = (SimHashFieldType) service.fieldType(field);
    TextFingerprinter fingerprinter = type.hasher().fingerprinter().orElseThrow();
    return List.of(
        type.hasher().minHasher().flatMap(signatures -> signatures.of(List.of(TEXT))),
        fingerprinter.profile().id(),
        fingerprinter.profile().get(ProfileOption.MIN_FEATURES),
        "" + fingerprinter.of(TEXT).hex());
  }

  public void testOtherDefaultsTogether() throws IOException {
    assertKept(OTHERS, Map.of("analyzer", "standard"));
    Map<String, Object> file = Map.of("analyzer", "simple", "idf_path", "simhash/my.tsv");
    assertKept(Map.of("hash", "fnv1a", "top", 20, "tf", "count"), file);
    Map<String, Object> characters = Map.of("unit", "character", "size", 4);
    assertKept(
        Map.of("hash", "fnv1a", "ties", "one", "min_features", 3, "signature", false),
        Map.of("shingle", characters));
  }

  /** {@code true} and the parts that an object omits mean the values of the existing field. */
  public void testSignature() throws IOException {
    Map<String, Object> signature =
        Map.of("hashes", 512, "bands", 20, "rows", 3, "shingle", Map.of("size", 5));
    for (Object typed : List.of(true, Map.of(), Map.of("hashes", "512"), Map.of("bands", 20))) {
      assertKept(
          Map.of("signature", signature), Map.of("analyzer", "standard", "signature", typed));
    }
    assertKept(Map.of("signature", false), Map.of("analyzer", "standard"));
    MapperService none = createMapperService(field("'analyzer': 'standard', 'signature': false"));
    assertUnchanged(none, "");
    assertUnchanged(none, "'signature': false");
    assertUpdateRefused(
        none,
        "Cannot update parameter [signature] from [false] to [{bands=24,",
        "'signature': true");
  }

  /** Each default alone, so that none is hidden by another. */
  public void testEachOtherDefault() throws IOException {
    for (Map.Entry<String, Object> option : OTHERS.entrySet()) {
      assertKept(Map.of(option.getKey(), option.getValue()), Map.of("analyzer", "standard"));
    }
    assertKept(Map.of("min_document_frequency", 3), Map.of("analyzer", "standard", "idf", "en"));
    Map<String, Object> phrases = Map.of("analyzer", "standard", "cue_phrases", List.of("after"));
    assertKept(Map.of("cue_factor", 3), phrases);
    assertKept(Map.of("cue_scope", "token"), phrases);
    Map<String, Object> levels = Map.of("analyzer", "standard", "idf", "en", "weight_levels", 9);
    assertKept(Map.of("weight_scale", "linear"), levels);
  }

  /** A new option is among the pinned ones, or here with the reason. */
  public void testEveryOptionIsPinnedThatHasAnEffect() throws IOException {
    Map<String, Object> shown = shown(createMapperService(field("'analyzer': 'standard'")));
    Map<String, Object> expected =
        map(
            """
            {"type": "simhash", "analyzer": "standard", "preset": "default", "min_token_length": 2,
             "tf": "binary", "idf": "none", "min_document_frequency": 0, "length": "none",
             "pos": {}, "cue_phrases": [], "weight_levels": 0, "top": 0, "min_features": 8.0,
             "shingle": {"unit": "token", "size": 3}, "hash": "xxh3", "ties": "zero",
             "signature": {"hashes": 1024, "bands": 24, "rows": 2,
                           "shingle": {"unit": "character", "size": "auto"}}}
            """);
    assertThat(shown, equalTo(expected));
    Set<String> others = new TreeSet<>(TextOptions.NAMES);
    ProfileOption.all().forEach(option -> others.add(option.name()));
    others.removeAll(expected.keySet());
    // Without a title, an IDF file, cue phrases and weight levels these have no effect. To fold
    // nothing, and to leave nothing out, are no options.
    assertThat(
        others,
        equalTo(
            Set.of(
                "title_factor",
                "idf_path",
                "cue_factor",
                "cue_scope",
                "weight_scale",
                "fold",
                "boilerplate")));
  }

  public void testAFieldOfFingerprintsPinsNothing() throws IOException {
    MapperService service = createMapperService(field("'ignore_malformed': true"));
    assertThat(shown(service), equalTo(Map.of("type", "simhash", "ignore_malformed", true)));
    assertUnchanged(service, "'ignore_malformed': true");
    assertUpdateRefused(
        service,
        "Cannot update parameter [analyzer] from [null] to [standard]",
        "'analyzer': 'standard'");
  }

  public void testAnotherSpellingIsTheSameValue() throws IOException {
    MapperService service =
        createMapperService(
            field(
                "'analyzer': 'standard', 'min_token_length': 3, 'min_features': 8.0, "
                    + "'pos': {'n': 2, 'v': 1.5}, 'cue_phrases': ['b', 'a', 'b'], "
                    + "'cue_factor': '2', 'shingle': {'unit': 'token', 'size': '2'}"));
    assertUnchanged(
        service,
        "'min_token_length': '3', 'min_features': 8, 'pos': {'v': '1.5', 'n': 2.0}, "
            + "'cue_phrases': ['a', 'b'], 'cue_factor': 2.0, 'preset': 'default', 'top': '0', "
            + "'shingle': {'size': 2, 'unit': 'token'}");
    for (String eight : List.of("8", "8.0", "'8'", "'8.0'")) {
      assertUnchanged(service, "'min_features': " + eight);
    }
    assertUnchanged(service, "'signature': {'hashes': 1024}");
    assertUnchanged(service, "'signature': {'hashes': '1024'}");
    assertUnchanged(service, "'signature': {'bands': '24', 'rows': 2}");
    assertUnchanged(service, "'signature': true");
    assertThat(shown(service).get("min_token_length"), equalTo(3));
    assertThat(shown(service).get("cue_phrases"), equalTo(List.of("a", "b")));
  }

  public void testAnotherValueIsAConflict() throws IOException {
    MapperService service =
        createMapperService(
            field("'analyzer': 'standard', 'hash': 'fnv1a', 'cue_phrases': ['b', 'a']"));
    for (String conflict :
        """
        'analyzer': 'simple' -> [analyzer] from [standard] to [simple]
        'preset': 'words' -> [preset] from [default] to [words]
        'hash': 'xxh3' -> [hash] from [fnv1a] to [xxh3]
        'min_features': 3 -> [min_features] from [8.0] to [3.0]
        'cue_phrases': ['x'] -> [cue_phrases] from [[a, b]] to [[x]]
        'shingle': {'unit': 'token', 'size': 2} -> [shingle] from [{size=3, unit=token}] to [{size=2, unit=token}]
        'idf': 'zh' -> [idf] from [none] to [zh]
        'idf_path': 'simhash/my.tsv' -> [idf_path] from [null] to [simhash/my.tsv]
        """
            .split("\n")) {
      String[] parts = conflict.split(" -> ");
      assertUpdateRefused(service, "Cannot update parameter " + parts[1], parts[0]);
    }
    assertUpdateRefused(
        service, "[tf] must be one of [count, log, binary] but was [x]", "'tf': 'x'");
    assertUpdateRefused(
        service, "[shingle] needs [unit] and [size]", "'shingle': {'unit': 'token'}");
  }

  /** The mapping that {@code GET _mapping} shows, typed for another index. */
  public void testTheShownMappingMakesTheSameProfile() throws IOException {
    for (String typed :
        List.of(
            "'analyzer': 'standard'",
            "'shingle': {'unit': 'character', 'size': 4}",
            "'analyzer': 'simple', 'preset': 'composite', 'idf': 'en', 'cue_scope': 'token'",
            "'analyzer': 'simple', 'preset': 'words', 'weight_levels': 5, 'min_features': 0",
            "'analyzer': 'standard', 'preset': 'tfidf', 'idf_path': 'simhash/my.tsv', 'top': 9,"
                + " 'ties': 'one'")) {
      MapperService service = createMapperService(field(typed));
      Map<String, Object> shown = shown(service);
      MapperService copy = createMapperService(mapping(b -> b.field("field").map(shown)));
      assertThat(stored(copy, "field"), equalTo(stored(service, "field")));
      assertThat(shown(copy), equalTo(shown));
      assertUnchanged(copy, typed);
    }
  }

  /** With dots and in an object: Elasticsearch merges the definitions before they are built. */
  public void testAMappingMayDefineAFieldTwice() throws IOException {
    MapperService service = createMapperService(twice("9", 9));
    Map<?, ?> part = (Map<?, ?>) shownProperties(service).get("part");
    Map<?, ?> fp = (Map<?, ?>) ((Map<?, ?>) part.get("properties")).get("fp");
    assertThat(fp.get("top"), equalTo(9));
    Exception e = expectThrows(Exception.class, () -> createMapperService(twice(9, 8)));
    assertThat(e.getMessage(), containsString("Cannot update parameter [top] from [9] to [8]"));
  }

  private XContentBuilder twice(Object dots, Object object) throws IOException {
    Map<String, Object> field = Map.of("type", "simhash", "analyzer", "standard", "top", object);
    return mapping(
        b -> {
          b.startObject("part.fp").field("type", "simhash").field("analyzer", "standard");
          b.field("top", dots).endObject();
          b.field("part", Map.of("properties", Map.of("fp", field)));
        });
  }
}
