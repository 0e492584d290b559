package io.simhash.distribution.helper;

import static org.junit.Assert.assertEquals;

import java.util.List;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * Base of the tests that share one node, which starts with the first of them and ends with the JVM.
 * When a class ends, all indices are deleted, and the node must not have logged a warning or an
 * error of this plugin: mistakes in requests are not logged. Pipelines stay until they are put
 * anew.
 *
 * <p>The node has security on.
 */
public abstract class DistributionTestCase {

  private static TestCluster shared;
  private static int logged;

  /** The shared node. */
  protected static synchronized TestCluster cluster() {
    if (shared == null) {
      shared =
          TestCluster.of(1)
              .security()
              .setting("action.destructive_requires_name", "false")
              .setting("resource.reload.interval.high", "1s")
              // As Elasticsearch's own tests have it: otherwise the garbage of one request can make
              // the node refuse the next one with a 429, and a test does not repeat it.
              .setting("indices.breaker.total.use_real_memory", "false")
              // Otherwise filters on segments of fewer than 10,000 documents are not cached.
              .setting("indices.queries.cache.all_segments", "true")
              .file("simhash/own.tsv", "# documents\t100\nfox\t3\nquick\t9\n")
              .file("simhash/articles.tsv", DocumentationPage.block(DocumentationPage.IDF, "tsv"))
              .start();
    }
    return shared;
  }

  /** A client of the shared node, with all rights. */
  protected static Http http() {
    return cluster().http();
  }

  /** Sends a request with all rights, which must succeed; so do the following methods. */
  protected static Response put(String path, String body) {
    return http().put(path, body).ok();
  }

  protected static Response post(String path, String body) {
    return http().post(path, body).ok();
  }

  protected static Response get(String path) {
    return http().get(path).ok();
  }

  protected static Response delete(String path) {
    return http().delete(path).ok();
  }

  @BeforeClass
  public static void rememberLog() {
    // The first class also checks the log of the start.
    logged = shared == null ? 0 : shared.log().length();
  }

  /**
   * The warnings and errors in the node's log since the class began; for the first class, since the
   * start.
   */
  protected static List<String> complaints() {
    return NodeLog.complaints(cluster().log().substring(logged));
  }

  @AfterClass
  public static void leaveNoIndexAndNoComplaint() {
    http().delete("/*").ok();
    assertEquals("the node's log complains", List.of(), complaints());
  }
}
