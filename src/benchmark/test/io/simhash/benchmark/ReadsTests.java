package io.simhash.benchmark;

import static org.junit.Assert.assertEquals;

import java.util.Map;
import org.junit.Test;

/** Tests of {@link Reads}. */
public class ReadsTests {

  @Test
  public void countsAreReadBeforeAndAfterTheirUnits() {
    assertEquals(
        Map.of("segments", 3L, "postings", 1542L, "documents", 7L, "heads", 5L, "signatures", 4L),
        Reads.counts(
            "by bands (2 segments, 1542 postings), one by one (1 segment, 7 documents);"
                + " compared heads: 5, whole signatures: 4"));
  }
}
