package io.simhash.distribution;

import static org.junit.Assert.assertEquals;

import java.util.List;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * Base of the tests that share one node, started with the first of them and ended with the JVM. A
 * test class uses index, pipeline and model names of its own. When a class ends, the node must not
 * have logged a warning or an error of ours: a request's mistake is its answer's business.
 */
public abstract class DistributionTestCase {

  private static TestCluster shared;
  private static int logged;

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
    // The first class answers for the start as well.
    logged = shared == null ? 0 : shared.log().length();
  }

  @AfterClass
  public static void logHasNoComplaints() {
    String log = cluster().log().substring(logged);
    assertEquals("the node's log complains", List.of(), NodeLog.complaints(log));
  }
}
