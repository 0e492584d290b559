package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.BadInputTable;
import io.simhash.distribution.helper.BadInputTable.Row;
import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Response;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Test;

/**
 * Every malformed request in the files of {@code bad-input} is refused with a 4xx and the whole
 * sentence of its file, and changes nothing.
 *
 * <p>The sentence is the reason of the root cause, which users see first. If Elasticsearch names
 * only its own action there, the reason of the innermost cause follows after {@code <-}. Where a
 * retriever attached the sentence to an error of its own, it is that sentence. Line breaks are
 * written as <code>\n</code>.
 */
public class BadInputIT extends DistributionTestCase {

  private static final int LEAST_ROWS = 400;

  @Test
  public void testEveryBadRequestIsRefusedWithASentenceAndChangesNothing() {
    List<String> wrong = new ArrayList<>();
    int refused = 0;
    for (List<Row> section : sections()) {
      String before = state();
      for (Row row : section) {
        Response response = http().request(row.method(), row.path(), row.body(), row.contentType());
        String got = row.isGiven() ? "" : sentence(response);
        if (response.status() != row.status() || got.equals(row.sentence()) == false) {
          wrong.add(
              row.section() + "\n" + row.line() + "\nbut was: " + response.status() + " " + got);
        }
        if (row.isGiven() == false) {
          refused++;
          assertTrue(row.line(), row.status() >= 400 && row.status() < 500);
        }
      }
      if (section.getFirst().isGiven() == false && state().equals(before) == false) {
        wrong.add(section.getFirst().section() + " changed " + before + " into " + state());
      }
    }
    assertEquals(String.join("\n\n", wrong), 0, wrong.size());
    assertTrue("only [" + refused + "] rows were read", refused >= LEAST_ROWS);
  }

  private static Collection<List<Row>> sections() {
    return BadInputTable.read(Path.of("src/test/resources/bad-input")).stream()
        .collect(Collectors.groupingBy(Row::section, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  /** Everything that a request of the table could have changed. */
  private static String state() {
    StringBuilder state = new StringBuilder();
    for (String path :
        List.of(
            "/bad-input*/_mapping",
            "/bad-input/_stats/docs,indexing?filter_path=_all.primaries.*.count,**.index_total",
            "/_ingest/pipeline/bad-input*?filter_path=**.processors",
            "/_scripts/bad-input")) {
      state.append(http().get(path).text()).append('\n');
    }
    return state.toString();
  }

  static String sentence(Response response) {
    Object error = response.body().get("error");
    if (error instanceof Map<?, ?> map) {
      if (map.containsKey("suppressed")) {
        return escaped(innermost((Map<?, ?>) list(map, "suppressed").get(0)));
      }
      String first = String.valueOf(((Map<?, ?>) list(map, "root_cause").get(0)).get("reason"));
      Map<?, ?> whole =
          map.containsKey("failed_shards") && list(map, "failed_shards").isEmpty() == false
              ? (Map<?, ?>) ((Map<?, ?>) list(map, "failed_shards").get(0)).get("reason")
              : map;
      String last = innermost(whole);
      return escaped(first.contains(last) ? first : first + " <- " + last);
    }
    return escaped(String.valueOf(error));
  }

  private static List<?> list(Map<?, ?> map, String key) {
    return (List<?>) map.get(key);
  }

  private static String innermost(Map<?, ?> error) {
    return error.get("caused_by") instanceof Map<?, ?> cause
        ? innermost(cause)
        : String.valueOf(error.get("reason"));
  }

  private static String escaped(String sentence) {
    return sentence.replace("\n", "\\n").replace("\u0000", "\\u0000");
  }
}
