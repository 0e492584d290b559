package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.ConfirmOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;

/** How many texts a run reads at a time. */
public class RunReaderTests extends ClustersNode {

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
    ConfirmOptions confirm =
        new ConfirmOptions("text", .5, 0, new Shingling(Shingling.Unit.TOKEN, 1), null, null, null);
    QueryBuilder all = QueryBuilders.matchAllQuery();
    try (PointInTime pointInTime = pointInTime(client(), threads(), confirm)) {
      RunValues documents = new RunValues(DOCUMENTS, true, false);
      pointInTime.ask(ShardQuestion.ofAll(ShardQuestion.Part.VALUE), all, documents::add);
      documents.end();
      EqualGroups groups = documents.equal(confirm);
      int[] elements = IntStream.range(0, DOCUMENTS).toArray();
      Map<Integer, HashedSet> expected =
          new RunReader(pointInTime, all, documents, groups, 1 << 20).texts(elements);
      assertEquals(DOCUMENTS, expected.size());
      for (long bytes : new long[] {100, 2_000, 20_000}) {
        assertEquals(
            expected, inParts(new RunReader(pointInTime, all, documents, groups, bytes), bytes));
      }
    }
    assertNothingIsLeft();
  }

  private static Map<Integer, HashedSet> inParts(RunReader reader, long bytes) {
    Map<Integer, HashedSet> read = new HashMap<>();
    while (read.size() < DOCUMENTS) {
      int[] left =
          IntStream.range(0, DOCUMENTS).filter(d -> read.containsKey(d) == false).toArray();
      Map<Integer, HashedSet> part = reader.texts(left);
      long size = part.values().stream().mapToLong(HashedSet::bytes).sum();
      assertTrue("[" + part.size() + "] with [" + size + "]", part.size() == 1 || size <= bytes);
      read.putAll(part);
    }
    return read;
  }
}
