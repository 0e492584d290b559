package io.simhash.elasticsearch.profile;

import io.simhash.core.idf.IdfModel;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

/** IDF models in files: when they are read, how long they are kept, and how mistakes are told. */
public class IdfModelsTests extends ESTestCase {

  private static final String GOOD = "# documents\t100\nfox\t3\n";
  private static final String WRONG = "# documents\t100\nfox\t101\n";
  private static final String MISTAKE =
      "[idf_path] [my.tsv]: line [2] of an IDF model must be [term<TAB>document frequency] with a"
          + " frequency in [1, 100] and is not";

  private final Path config = createTempDir();
  private final IdfModels models = new IdfModels(config);

  private void write(String content, long seconds) throws IOException {
    Path file = config.resolve("my.tsv");
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, FileTime.from(seconds, TimeUnit.SECONDS));
  }

  private void assertRefused(String sentence, ThrowingRunnable action) {
    assertEquals(sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }

  public void testAModelIsSharedWhileItIsUsedAndThenForgotten() throws Exception {
    write(GOOD, 1);
    IdfModel model = models.file("my.tsv");
    assertSame(model, models.file("./my.tsv"));
    Files.delete(config.resolve("my.tsv"));
    assertSame("it is in use", model, models.file("my.tsv"));
    WeakReference<IdfModel> kept = new WeakReference<>(model);
    model = null;
    assertBusy(
        () -> {
          System.gc();
          assertNull(kept.get());
        });
    assertRefused("[idf_path] names no file: [my.tsv]", () -> models.file("my.tsv"));
  }

  public void testAWrongFileIsReadAgainWhenItChanges() throws IOException {
    write(WRONG, 1);
    assertRefused(MISTAKE, () -> models.file("my.tsv"));
    // The same size and time as the wrong file: it is not read.
    write(GOOD + "\n\n", 1);
    assertEquals(WRONG.length(), Files.size(config.resolve("my.tsv")));
    assertRefused(MISTAKE, () -> models.file("my.tsv"));
    write(GOOD, 2);
    assertEquals(100, models.file("my.tsv").documents());
  }

  public void testTheCheapCheckReadsTheFirstLine() throws IOException {
    write(WRONG, 1);
    models.checkFile("my.tsv");
    String header = "[idf_path] [my.tsv]: line [1] of an IDF model must be [# documents<TAB>count]";
    for (String line : new String[] {"", "\n", "fox\t1\n", "x".repeat(1_000), "# documents\t0"}) {
      write(line, 1);
      assertRefused(header + " and is not", () -> models.checkFile("my.tsv"));
    }
    assertRefused("[idf_path] names no file: [no.tsv]", () -> models.checkFile("no.tsv"));
  }

  public void testALazyFingerprinterReadsTheFileWhenItIsUsed() throws IOException {
    FingerprinterFactory factory =
        new FingerprinterFactory(
            name -> new IdentifiedAnalyzer(new SimpleAnalyzer(), name), models);
    Map<String, Object> typed = Map.of("preset", "tfidf", "idf_path", "my.tsv");
    LazyFingerprinter lazy = factory.createLazily(typed, List.of(1.0), false);
    assertUnusable("[idf_path] names no file: [my.tsv]", lazy);
    write(WRONG, 1);
    assertUnusable(MISTAKE, lazy);
    write(GOOD, 2);
    assertEquals(
        factory.create(typed, false, List.of(1.0)).profile().id(), lazy.get().profile().id());
    assertNotEquals("without the content", lazy.options().id(), lazy.get().profile().id());
    assertSame(lazy.get(), lazy.get());

    Files.delete(config.resolve("my.tsv"));
    assertRefused(
        "[idf_path] names no file: [my.tsv]",
        () -> factory.createLazily(typed, List.of(1.0), true));
    assertRefused(
        "options are checked without the file",
        "[top] must be at least [0] but was [-1]",
        () -> factory.createLazily(Map.of("idf_path", "my.tsv", "top", -1), List.of(1.0), false));
  }

  private void assertRefused(String why, String sentence, ThrowingRunnable action) {
    assertEquals(why, sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }

  /** The error is not a 400, which would let the recovery of a shard drop a document. */
  private static void assertUnusable(String reason, LazyFingerprinter lazy) {
    ElasticsearchStatusException e = expectThrows(ElasticsearchStatusException.class, lazy::get);
    assertEquals(reason, e.getMessage());
    assertEquals(RestStatus.FAILED_DEPENDENCY, e.status());
  }
}
