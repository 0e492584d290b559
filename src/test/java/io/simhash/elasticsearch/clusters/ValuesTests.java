package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.ConfirmRule;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearRule;
import io.simhash.core.shingle.Shingling;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.index.query.QueryBuilders;

/** How many texts a run reads at a time. */
public class ValuesTests extends ClustersNode {

  private static final int DOCUMENTS = 60;

  /** An answer has as many texts as fit, and at least one, however long it is. */
  public void testTextsThatFit() throws Exception {
    create("news", between(1, 4));
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    for (int i = 0; i < DOCUMENTS; i++) {
      String text =
          IntStream.range(0, between(1, 100))
              .mapToObj(w -> "w" + w)
              .collect(Collectors.joining(" "));
      sources.put("" + i, Map.of("near", i, "text", text));
    }
    index("news", sources);
    var fields =
        new ShardQuestion.Fields(
            "near",
            null,
            null,
            new Confirm("text", new ConfirmRule(0.5, 0), new Shingling(Shingling.Unit.TOKEN, 1)));
    ClustersRequest request =
        new ClustersRequest(new String[] {"news"}, new HashMap<>(Map.of("field", "near")));
    try (PointInTime pointInTime = new PointInTime(client(), client(), request, () -> 0)) {
      Documents documents =
          Documents.of(
              pointInTime.ask(
                  ShardQuestion.fingerprints(fields, NearRule.ofDistance(3)),
                  QueryBuilders.matchAllQuery()));
      int[] all = IntStream.range(0, DOCUMENTS).toArray();
      Map<Integer, HashedSet> expected = new Values(pointInTime, fields, documents).shingles(all);
      assertEquals(DOCUMENTS, expected.size());
      for (long bytes : new long[] {100, 2_000, 20_000}) {
        assertEquals(expected, inParts(new Values(pointInTime, fields, documents, bytes), bytes));
      }
    }
    assertNothingIsLeft();
  }

  private static Map<Integer, HashedSet> inParts(Values values, long bytes) {
    Map<Integer, HashedSet> read = new HashMap<>();
    while (read.size() < DOCUMENTS) {
      int[] left =
          IntStream.range(0, DOCUMENTS).filter(d -> read.containsKey(d) == false).toArray();
      Map<Integer, HashedSet> part = values.shingles(left);
      long size = part.values().stream().mapToLong(HashedSet::bytes).sum();
      assertTrue("[" + part.size() + "] with [" + size + "]", part.size() == 1 || size <= bytes);
      read.putAll(part);
    }
    return read;
  }
}
