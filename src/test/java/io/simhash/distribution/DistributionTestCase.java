package io.simhash.distribution;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * Base of the tests that share one node, which starts with the first of them and ends with the JVM.
 * A test class uses its own names of indices, pipelines and models. When a class ends, the node
 * must not have logged a warning or an error of this plugin: mistakes in requests are not logged.
 */
public abstract class DistributionTestCase {

  private static TestCluster shared;
  private static int logged;
  private static final List<String> expected = new ArrayList<>();

  /** The shared node. */
  protected static synchronized TestCluster cluster() {
    if (shared == null) {
      shared = TestCluster.of(1).start();
    }
    return shared;
  }

  /** A client of the shared node. */
  protected static Http http() {
    return cluster().http();
  }

  @BeforeClass
  public static void rememberLog() {
    // The first class also checks the log of the start.
    logged = shared == null ? 0 : shared.log().length();
  }

  /** Expects that the node logs the sentence as a warning exactly once before the class ends. */
  protected static void expectLogged(String sentence) {
    expected.add(sentence);
  }

  /**
   * The warnings and errors in the node's log since the class began; for the first class, since the
   * start.
   */
  protected static List<String> complaints() {
    return NodeLog.complaints(cluster().log().substring(logged));
  }

  @AfterClass
  public static void logHasNoComplaints() {
    List<String> complaints = complaints();
    for (String sentence : expected) {
      assertEquals(sentence, 1, complaints.stream().filter(c -> c.contains(sentence)).count());
      complaints.removeIf(complaint -> complaint.contains(sentence));
    }
    expected.clear();
    assertEquals("the node's log complains", List.of(), complaints);
  }
}
