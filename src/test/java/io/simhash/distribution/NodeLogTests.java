package io.simhash.distribution;

import static org.junit.Assert.assertEquals;

import java.util.List;
import org.junit.Test;

public class NodeLogTests {

  private static final String QUIET =
      """
      [2026-01-01T00:00:00,001][INFO ][io.simhash.elasticsearch.SimHashPlugin] [node-0] loaded
      [2026-01-01T00:00:00,002][WARN ][org.elasticsearch.bootstrap.BootstrapChecks] [node-0] files
      """;

  @Test
  public void warningsOfOthersAndOurInformationAreIgnored() {
    assertEquals(List.of(), NodeLog.complaints(QUIET));
  }

  @Test
  public void aWarningOfThisPluginIsFound() {
    String ours =
        "[2026-01-01T00:00:01,000][WARN ][org.ansj.library.DicLibrary] [node-0] no file\n";
    assertEquals(List.of(ours), NodeLog.complaints(QUIET + ours));
  }

  @Test
  public void aStackTraceThroughThisPluginIsFoundWhoeverLoggedIt() {
    String trace =
        """
        [2026-01-01T00:00:01,000][ERROR][rest.suppressed] [node-0] path: /a/_search, status: 500
        java.lang.IllegalStateException: no
        	at io.simhash.lucene.search.NearQuery.rewrite(NearQuery.java:1)
        """;
    assertEquals(List.of(trace), NodeLog.complaints(trace + QUIET));
  }
}
