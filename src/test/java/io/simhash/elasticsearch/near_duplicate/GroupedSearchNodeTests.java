package io.simhash.elasticsearch.near_duplicate;

import static org.hamcrest.Matchers.lessThanOrEqualTo;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;

/** Documents that have one search together, with more stored near-duplicates than it has hits. */
public class GroupedSearchNodeTests extends NearDuplicateNode {

  private static final int STORIES = 100;

  /** More than the hits that a search for one document asks for. */
  private static final int COPIES = 20;

  /**
   * A search for up to 19 documents never has 400 hits. To come to so few, a hundred documents need
   * 1 + 2 + 4 + 8 searches; they may begin as several searches, because the first ones are sent
   * while others arrive.
   */
  private static final long MAX_SEARCHES = 30;

  /** The value of a story's document that has a share of its minima in common with the others. */
  private static NearValue value(int story, int document, double common) {
    int hashes = Bands.DEFAULT.hashes();
    long[] minima =
        LongStream.range(0, hashes)
            .map(
                i -> i * 0x9e3779b97f4a7c15L + story + (i < common * hashes ? 0 : document * 1000L))
            .map(x -> (x ^ x >>> 29) * 0xbf58476d1ce4e5b9L)
            .map(x -> x ^ x >>> 32)
            .toArray();
    return new NearValue(story, Optional.of(signature(minima)));
  }

  /** Stores documents as they are, without the pipeline. */
  private void store(Stream<IndexRequest> documents) {
    BulkRequest request = new BulkRequest();
    documents.forEach(request::add);
    assertFalse(client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT).hasFailures());
  }

  private static List<NearValue> copies(int story, double leastCommon) {
    return IntStream.range(0, COPIES)
        .mapToObj(c -> value(story, c + 1, leastCommon + (1 - leastCommon) * c / COPIES))
        .toList();
  }

  private void storeCopies(int story, double leastCommon) {
    List<NearValue> copies = copies(story, leastCommon);
    store(
        IntStream.range(0, COPIES)
            .mapToObj(c -> document("copy-" + story + "-" + c, copies.get(c))));
  }

  private static double leastCommon(int story) {
    return story % 2 == 0 ? .9 : .6;
  }

  private long searches() {
    return getInstanceFromNode(ProcessorCounts.class).byName().get("searches");
  }

  /**
   * The nearest of each document are found, those of half of the documents less near than others.
   */
  public void testTheNearestOfEachDocument() {
    createNews("news");
    put("\"size\": 2");
    for (int story = 0; story < STORIES; story++) {
      storeCopies(story, leastCommon(story));
    }
    refresh("news");
    IndexRequest[] arriving = new IndexRequest[STORIES];
    for (int story = 0; story < STORIES; story++) {
      arriving[story] = document("new-" + story, value(story, 0, 1));
    }
    long before = searches();
    index(arriving);
    assertThat(searches() - before, lessThanOrEqualTo(MAX_SEARCHES));
    for (int story = 0; story < STORIES; story++) {
      NearValue value = value(story, 0, 1);
      List<Double> best =
          copies(story, leastCommon(story)).stream()
              .map(value::similarity)
              .sorted(Comparator.reverseOrder())
              .limit(2)
              .toList();
      List<?> tags = (List<?>) tag("new-" + story);
      assertEquals(best, tags.stream().map(each -> ((Map<?, ?>) each).get("similarity")).toList());
      assertTrue(tags.toString(), tags.toString().contains("copy-" + story + "-"));
    }
  }

  /** The stored version of a document is found among copies that are equal to it. */
  public void testDocumentsThatAreSentAgainKeepTheirTags() {
    createNews("news");
    put("");
    for (int story = 0; story < STORIES; story++) {
      storeCopies(story, 1);
    }
    IndexRequest[] again = new IndexRequest[STORIES];
    List<IndexRequest> stored = new ArrayList<>();
    for (int story = 0; story < STORIES; story++) {
      again[story] = document("own-" + story, value(story, 0, 1));
      Map<String, Object> source = new HashMap<>(again[story].sourceAsMap());
      source.put("near_duplicate_of", Map.of("id", "copy-" + story + "-7", "index", "news"));
      stored.add(new IndexRequest("news").id("own-" + story).source(source));
    }
    store(stored.stream());
    refresh("news");
    long before = searches();
    index(again);
    assertThat(searches() - before, lessThanOrEqualTo(MAX_SEARCHES));
    for (int story = 0; story < STORIES; story++) {
      assertEquals("copy-" + story + "-7", ((Map<?, ?>) tag("own-" + story)).get("id"));
    }
  }

  /** Copies of another document take all hits of a search for several documents. */
  public void testANearDuplicateThatIsCutOff() {
    assertFoundAmongCopiesOf(signature(0));
  }

  /** These copies are near-duplicates too, less near than the one that is cut off. */
  public void testTheNearestThatIsCutOff() {
    assertFoundAmongCopiesOf(signature(900));
  }

  private void assertFoundAmongCopiesOf(Signature other) {
    createNews("news");
    put("");
    NearValue a = new NearValue(0, Optional.of(other));
    NearValue b = new NearValue(-1, Optional.of(signature(1024)));
    store(IntStream.range(0, SearchCoordinator.MAX_HITS).mapToObj(i -> document("a" + i, a)));
    store(Stream.of(document("b", new NearValue(-1, Optional.of(signature(1000))))));
    refresh("news");
    index(
        IntStream.range(0, 40)
            .mapToObj(i -> i % 2 == 0 ? document("of a" + i, a) : document("of b" + i, b))
            .toArray(IndexRequest[]::new));
    for (int i = 1; i < 40; i += 2) {
      assertEquals("b", ((Map<?, ?>) tag("of b" + i)).get("id"));
    }
  }
}
