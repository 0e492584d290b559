package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.SimHashPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.internal.ContextIndexSearcher;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.xcontent.XContentBuilder;

/** Elasticsearch's own tests of a field type, for {@code simhash}. */
public class SimHashFieldMapperTests extends NearDuplicateMapperTestCase {

  private static final String HEX = "9f3c00a1b2c3d4e5";

  public SimHashFieldMapperTests() {
    super("simhash", true);
  }

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    Path config = createTempDir();
    try {
      Files.createDirectory(config.resolve("simhash"));
      Files.writeString(config.resolve("simhash/elsewhere.tsv"), "# documents\t10\nword\t2\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of(new SimHashPlugin(Settings.EMPTY, config));
  }

  @Override
  protected Object getSampleValueForDocument() {
    return HEX;
  }

  @Override
  protected Object getSampleObjectForDocument() {
    return Map.of("fingerprint", HEX, "profile", "0123456789ab", "features", 7);
  }

  @Override
  protected List<ExampleMalformedValue> exampleMalformedValues() {
    return List.of(
        exampleMalformedValue("9f3c").errorMatches("16 hexadecimal digits"),
        exampleMalformedValue(b -> b.value(true)).errorMatches("but was [true]"),
        exampleMalformedValue(b -> b.value(1.5)).errorMatches("but was [1.5]"),
        exampleMalformedValue(b -> b.startObject().endObject())
            .errorMatches("[fingerprint] or [signature]"),
        exampleMalformedValue(b -> b.startObject().field("a", HEX).endObject())
            .errorMatches("but has [a]"));
  }

  @Override
  protected void registerParameters(ParameterChecker checker) throws IOException {
    checker.registerConflictCheck("block_levels", b -> b.field("block_levels", 2));
    checker.registerConflictCheck("fingerprint", b -> b.field("fingerprint", false));
    Map<String, Object> changed =
        NearDuplicateMappingTestCase.map(
            """
            {"analyzer": "simple", "min_token_length": 3, "preset": "words", "tf": "log",
             "idf": "en", "min_document_frequency": 2, "length": "gaussian", "pos": {"n": 2},
             "cue_phrases": ["in short"], "cue_factor": 3, "cue_scope": "token",
             "weight_levels": 4, "weight_scale": "linear", "top": 9, "min_features": 3,
             "shingle": {"unit": "token", "size": 2}, "hash": "fnv1a", "ties": "one",
             "fold": "accents", "boilerplate": "All rights reserved"}
            """);
    checker.registerConflictCheck(
        "signature",
        fieldMapping(b -> textMapping(b, "signature", null)),
        fieldMapping(b -> textMapping(b, "signature", false)));
    for (Map.Entry<String, Object> option : changed.entrySet()) {
      checker.registerConflictCheck(
          option.getKey(),
          fieldMapping(b -> textMapping(b, option.getKey(), null)),
          fieldMapping(b -> textMapping(b, option.getKey(), option.getValue())));
    }
    checker.registerConflictCheck(
        "idf_path",
        fieldMapping(b -> textMapping(b, "idf_path", null)),
        fieldMapping(b -> textMapping(b, "idf_path", "simhash/elsewhere.tsv")));
    int options = ProfileOption.all().size() + TextOptions.NAMES.size();
    assertThat(changed.size() + 2, equalTo(options));
  }

  /** A mapping in which {@code option} may be set, and is if {@code value} is not null. */
  private void textMapping(XContentBuilder b, String option, Object value) throws IOException {
    minimalMapping(b);
    Map<String, Object> given = new TreeMap<>(Map.of("analyzer", "standard"));
    switch (option) {
      case "min_document_frequency" -> given.put("idf", "zh");
      case "cue_factor", "cue_scope" -> given.put("cue_phrases", List.of("in all"));
      case "weight_scale" -> given.put("weight_levels", 5);
      default -> {}
    }
    if (value != null) {
      given.put(option, value);
    }
    for (Map.Entry<String, Object> entry : given.entrySet()) {
      b.field(entry.getKey(), entry.getValue());
    }
  }

  /** Documents with a fingerprint, a signature or both exist. */
  @Override
  protected void assertExistsQuery(MappedFieldType type, Query query, LuceneDocument fields) {
    assertThat(
        query,
        equalTo(
            new ConstantScoreQuery(
                new BooleanQuery.Builder()
                    .add(new FieldExistsQuery("field"), BooleanClause.Occur.SHOULD)
                    .add(new FieldExistsQuery("field.signature"), BooleanClause.Occur.SHOULD)
                    .build())));
    assertThat(
        fields.getField("field").fieldType().docValuesType(),
        equalTo(DocValuesType.SORTED_NUMERIC));
    assertNoFieldNamesField(fields);
  }

  @Override
  protected Object generateRandomInputValue(MappedFieldType type) {
    long fingerprint = randomLong();
    String signature =
        new SignatureParameters(Optional.empty(), Bands.DEFAULT)
            .signature(LongStream.generate(() -> randomLong()).limit(1024).toArray())
            .toBase64();
    return switch (between(0, 5)) {
      case 0 -> Fingerprint.toHex(fingerprint);
      case 1 -> "0x" + Fingerprint.toHex(fingerprint);
      case 2 -> fingerprint;
      case 3 -> Map.of("signature", signature);
      case 4 -> Map.of("fingerprint", Fingerprint.toHex(fingerprint), "signature", signature);
      default -> Map.of("fingerprint", Fingerprint.toHex(fingerprint));
    };
  }

  /** It compares all fingerprints of a segment, and looks now and then whether to go on. */
  public void testATermQueryCanBeCancelled() throws IOException {
    MapperService service = createMapperService(fieldMapping(b -> b.field("type", "simhash")));
    Query query = service.fieldType("field").termQuery(HEX, createSearchExecutionContext(service));
    withLuceneIndex(
        service,
        writer -> {
          for (int i = 0; i < 5_000; i++) {
            writer.addDocument(List.of(new SortedNumericDocValuesField("field", i)));
          }
          writer.forceMerge(1);
        },
        reader -> {
          ContextIndexSearcher searcher =
              new ContextIndexSearcher(
                  reader,
                  IndexSearcher.getDefaultSimilarity(),
                  IndexSearcher.getDefaultQueryCache(),
                  IndexSearcher.getDefaultQueryCachingPolicy(),
                  false);
          searcher.setQueryCache(null);
          Weight weight = query.createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1);
          Scorer scorer = weight.scorer(reader.leaves().getFirst());
          searcher.addQueryCancellation(
              () -> {
                throw new TaskCancelledException("ended");
              });
          expectThrows(TaskCancelledException.class, () -> scorer.iterator().nextDoc());
        });
  }

  /** Several values are an error, so many cannot be fetched. */
  @Override
  protected void assertFetchMany(
      MapperService service, String field, Object value, String format, int count) {
    Exception e =
        expectThrows(
            Exception.class,
            () -> service.documentMapper().parse(source(b -> b.field(field, value))));
    assertThat(e.getCause().getMessage(), containsString("takes one value a document"));
  }
}
