package io.simhash.elasticsearch.analysis;

import io.simhash.core.idf.IdfModel;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextFingerprinter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

/** IDF models in files: read when the node starts, and what a file that cannot be used refuses. */
public class IdfModelsTests extends ESTestCase {

  private static final String GOOD = "# documents\t100\nfox\t3\n";
  private static final String WRONG = "# documents\t100\nfox\t101\n";
  private static final String MISTAKE =
      "[idf_path] [simhash/my.tsv]: line [2] of an IDF model must be [term<TAB>document frequency]"
          + " with a frequency in [1, 100] and is not";
  private static final String MISSING =
      "[idf_path] must name a file, [simhash/*.tsv] or [.tsv.gz], that was in the config folder"
          + " when the node started, but was [simhash/my.tsv]";

  private static final AnalyzerLookup SIMPLE =
      name -> name.equals("simple") ? new IdentifiedAnalyzer(new SimpleAnalyzer(), "simple") : null;

  private final Path config = createTempDir();

  private void write(String content) throws IOException {
    Files.createDirectories(config.resolve("simhash"));
    Files.writeString(config.resolve("simhash/my.tsv"), content);
  }

  private static TextFingerprinter fingerprinter(IdfModels models) {
    return new FingerprinterFactory(SIMPLE, models).create(typed("simple"), false, List.of(1.0));
  }

  private static Map<String, Object> typed(String analyzer) {
    return Map.of("preset", "tfidf", "idf_path", "simhash/my.tsv", "analyzer", analyzer);
  }

  public void testAFileIsReadWhenTheNodeStarts() throws IOException {
    write(GOOD);
    IdfModels models = new IdfModels(config);
    String id = fingerprinter(models).profile().id();
    write(GOOD + "dog\t3\n");
    assertEquals(id, fingerprinter(models).profile().id());
    Files.delete(config.resolve("simhash/my.tsv"));
    IdfModel model = models.files().find("simhash/my.tsv", true).value();
    assertSame(model, models.find("none", "simhash/my.tsv").orElseThrow().value());

    write(GOOD + "dog\t3\n");
    assertNotEquals(
        "the content is in the id", id, fingerprinter(new IdfModels(config)).profile().id());
  }

  public void testAFileThatCannotBeUsedRefusesTexts() throws IOException {
    assertRefuses(MISSING, new IdfModels(config));
    write(WRONG);
    assertRefuses(MISTAKE, new IdfModels(config));
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () ->
                new FingerprinterFactory(SIMPLE, new IdfModels(config))
                    .create(typed("unknown"), false, List.of(1.0)));
    assertEquals(
        "the other options are checked",
        "[analyzer] must be the name of an analyzer but was [unknown]",
        e.getMessage());
  }

  /** The error is not a 400, which would let the recovery of a shard drop a document. */
  private static void assertRefuses(String reason, IdfModels models) {
    TextFingerprinter fingerprinter = fingerprinter(models);
    assertEquals(Optional.of(reason), fingerprinter.refusal());
    ElasticsearchStatusException e =
        expectThrows(ElasticsearchStatusException.class, () -> fingerprinter.of("a fox"));
    assertEquals(reason, e.getMessage());
    assertEquals(RestStatus.FAILED_DEPENDENCY, e.status());
    assertEquals(
        reason,
        expectThrows(
                IllegalArgumentException.class,
                () -> models.files().find("simhash/my.tsv", true).value())
            .getMessage());
  }
}
