package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.NewTexts;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.clusters.ClustersNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;

/** Searches with {@code min_new}: a hit stays if enough of its text is in no better hit. */
public class NewTextSearchTests extends ClustersNode {

  private static final String SHIPS = "The four ships left the harbour before dawn on Sunday. ";
  private static final String TOWN = "Nobody in the town had seen who was steering the last one. ";
  private static final String CORN = "Corn is dearer this year because of the long rain in May. ";

  private static final String NEW_30 = "'min_new': 0.3, 'text_field': 'text'";

  /** An index without any field of the plugin. */
  @Override
  protected String mapping() {
    return """
        {"properties": {
          "text": {"type": "text"}, "rank": {"type": "long"}, "tag": {"type": "keyword"},
          "near": {"type": "simhash"},
          "parts": {"type": "nested", "properties": {"text": {"type": "text"}}}}}""";
  }

  private static String ranked(String options, String query) {
    return """
        {'size': 100, '_source': false, 'retriever': {'near_duplicate_collapse': {%s, 'retriever':
          {'standard': {'query': %s, 'sort': [{'rank': 'asc'}]}}}}}"""
        .formatted(options, query);
  }

  private static String ranked(String options) {
    return ranked(options, "{'match_all': {}}");
  }

  /** The hits, the best first, as {@code id} or {@code id[folded containment,…]}. */
  private static List<String> groups(Map<String, Object> body) {
    List<String> groups = new ArrayList<>();
    for (Map<String, Object> hit : ClustersNode.<List<Map<String, Object>>>at(body, "hits/hits")) {
      List<Map<String, Object>> folded = at(hit, "fields/_near_duplicates");
      groups.add(
          hit.get("_id")
              + (folded == null
                  ? ""
                  : folded.stream()
                      .map(other -> other.get("_id") + " " + other.get("containment"))
                      .collect(Collectors.joining(",", "[", "]"))));
    }
    return groups;
  }

  private void assertGroups(List<String> expected, String options, String... indices) {
    assertEquals(expected, groups(search(ranked(options), indices)));
  }

  /** Documents in the order of their ranks. */
  private void createTexts(int shards, Object... texts) {
    create("news", shards);
    index(
        "news",
        texts.length,
        i -> {
          Map<String, Object> source = new TreeMap<>(Map.of("rank", i, "tag", "t" + i % 2));
          if (texts[i] != null) {
            source.put("text", texts[i]);
          }
          return source;
        });
  }

  private static double containment(String text, String better) {
    Set<String> common = shingles(text);
    common.retainAll(shingles(better));
    return (double) common.size() / shingles(text).size();
  }

  private static Set<String> shingles(String text) {
    return new HashSet<>(CharacterShingles.distinct(text, Shingling.AUTO));
  }

  public void testHitsWithoutNewTextAreFolded() {
    for (int shards : new int[] {1, 3}) {
      createTexts(shards, SHIPS + TOWN, SHIPS, CORN + TOWN, SHIPS + CORN, CORN + TOWN + SHIPS);
      double corn = containment(SHIPS + CORN, CORN + TOWN);
      double ships = containment(SHIPS + CORN, SHIPS + TOWN);
      double last = containment(CORN + TOWN + SHIPS, CORN + TOWN);
      assertTrue(corn > ships);
      assertGroups(List.of("0[1 1.0]", "2[3 " + corn + ",4 " + last + "]"), NEW_30, "news");
      assertGroups(List.of("0[1 1.0]", "2", "3", "4"), NEW_30.replace("0.3", "0.01"), "news");
      indicesAdmin().prepareDelete("news").get();
    }
  }

  public void testPagesOfAWindow() {
    createTexts(2, SHIPS, CORN, SHIPS, TOWN, CORN);
    String search = ranked(NEW_30);
    assertEquals(List.of("0[2 1.0]", "1[4 1.0]", "3"), groups(search(search, "news")));
    String page = search.replace("'size': 100", "'from': 1, 'size': 1, 'track_total_hits': true");
    Map<String, Object> body = search(page, "news");
    assertEquals(List.of("1[4 1.0]"), groups(body));
    assertEquals(5, count(body, "hits/total/value"));
    assertEquals(
        List.of("0[2 1.0]", "1"),
        groups(
            search(
                ranked(NEW_30 + ", 'rank_window_size': 3").replace("'size': 100", "'size': 3"),
                "news")));
  }

  /** The node that compares the texts accounts for the tables, which the shards do not have. */
  public void testMemoryOfTheComparison() {
    Object[] texts = IntStream.range(0, 20).mapToObj(i -> randomAlphaOfLength(20_000)).toArray();
    createTexts(1, texts);
    // A shard has 8 bytes a letter of its texts, and a text at a time.
    updateClusterSettings(Settings.builder().put("indices.breaker.request.limit", "10mb").build());
    try {
      Exception e = expectThrows(Exception.class, () -> search(ranked(NEW_30), "news"));
      String failure = ExceptionsHelper.stackTrace(e);
      assertTrue(failure, failure.contains("[request] Data too large, data for [near_duplicate"));
      assertEquals(RestStatus.TOO_MANY_REQUESTS, ExceptionsHelper.status(e));
      search(
          ranked(NEW_30 + ", 'rank_window_size': 5").replace("'size': 100", "'size': 5"), "news");
    } finally {
      updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit").build());
    }
    search(ranked(NEW_30), "news");
  }

  /** Values are one text; a document without text, and one without letters, are kept. */
  public void testTextsOfAllKinds() {
    createTexts(
        2,
        List.of(SHIPS, TOWN),
        SHIPS + TOWN,
        null,
        "",
        "...",
        "one",
        "One!",
        List.of(CORN, "x"),
        Collections.nCopies(20, "x".repeat(50_001)),
        Collections.nCopies(20, "x".repeat(50_001)));
    assertGroups(List.of("0[1 1.0]", "2", "3", "4", "5[6 1.0]", "7", "8", "9"), NEW_30, "news");
  }

  public void testHowTextsAreCompared() {
    createTexts(
        1,
        "Die Bären schlafen nun im Wald",
        "Die Baren schlafen nun im Wald",
        "Wald im nun schlafen Bären die");
    assertGroups(
        List.of("0[1 " + 9 / 14. + "]", "2"), "'min_new': 0.5, 'text_field': 'text'", "news");
    assertGroups(List.of("0[1 1.0]", "2"), NEW_30 + ", 'fold': ['accents']", "news");
    assertGroups(
        List.of("0[2 1.0]", "1"),
        "'min_new': 0.1, 'text_field': 'text', 'shingle': {'unit': 'token', 'size': 1}",
        "news");
  }

  private void index(String id, int rank, String near, String text) {
    index("news", Map.of(id, Map.of("rank", rank, "near", near, "text", text)));
  }

  /** A hit joins a near-duplicate first; a folded hit folds no other. */
  public void testBothRules() {
    create("news", 2);
    index("a", 0, "0000000000000000", SHIPS);
    index("b", 1, "00000000000000ff", CORN);
    index("c", 2, "0000000000000001", CORN);
    index("d", 3, "ffffffffffffffff", CORN);
    index("e", 4, "fffffffffffffff0", TOWN);
    assertGroups(
        List.of("a[c null]", "b[d 1.0]", "e"),
        NEW_30 + ", 'field': 'near', 'max_distance': 4",
        "news");
    assertGroups(
        List.of("a[c null]", "b", "d[e null]"), "'field': 'near', 'max_distance': 4", "news");
    assertGroups(List.of("a", "b[c 1.0,d 1.0]", "e"), NEW_30, "news");
  }

  /** By both rules, of values in several indices; without a value only with others without one. */
  public void testSame() {
    create("news", 2);
    createIndex("more", indicesAdmin().prepareCreate("more").setMapping(mapping()));
    Map<String, Map<String, ?>> texts = new TreeMap<>();
    for (int i = 0; i < 10; i++) {
      Map<String, Object> source = new TreeMap<>(Map.of("rank", i, "text", i < 5 ? SHIPS : CORN));
      source.put("near", i < 5 ? "0000000000000000" : "00000000000000f" + i);
      if (i % 5 > 0) {
        source.put(
            "tag", i % 5 == 4 ? List.of("b", "a", "a") : i % 5 == 3 ? List.of("a", "b") : "a");
      }
      texts.put("" + i, source);
    }
    index(
        "news",
        texts.entrySet().stream()
            .filter(t -> Integer.parseInt(t.getKey()) % 2 == 0)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    index(
        "more",
        texts.entrySet().stream()
            .filter(t -> Integer.parseInt(t.getKey()) % 2 == 1)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    String same = ", 'same': 'tag'";
    assertGroups(
        List.of("0", "1[2 1.0]", "3[4 1.0]", "5", "6[7 1.0]", "8[9 1.0]"),
        NEW_30 + same,
        "news",
        "more");
    assertGroups(
        List.of("0", "1[2 null]", "3[4 null]", "5", "6[7 null]", "8[9 null]"),
        "'field': 'near', 'max_distance': 3" + same,
        "news",
        "more");
    assertGroups(
        List.of("0[1 1.0,2 1.0,3 1.0,4 1.0]", "5[6 1.0,7 1.0,8 1.0,9 1.0]"),
        NEW_30,
        "news",
        "more");
    String unmapped =
        "[same] must hold fields that are mapped but [tgs] is not in [news]; with"
            + " [ignore_unmapped] [true] the documents of such an index have no value";
    assertRefused(unmapped, NEW_30 + ", 'same': ['tag', 'tgs']", "news");
    assertRefused(
        "[same] must hold fields of keywords, numbers, booleans or dates but [text] is of type"
            + " [text]",
        NEW_30 + ", 'same': 'text'",
        "news");
    assertGroups(
        List.of("0", "1[2 1.0]", "3[4 1.0]", "5", "6[7 1.0]", "8[9 1.0]"),
        NEW_30 + ", 'same': ['tag', 'tgs'], 'ignore_unmapped': true",
        "news",
        "more");
  }

  public void testARetrieverInside() {
    createTexts(2, SHIPS, SHIPS, CORN, TOWN);
    String inside =
        "{'near_duplicate_collapse': {"
            + NEW_30
            + ", 'retriever': {'standard': {'query': {'match_all': {}}, 'sort': ['rank']}}}}";
    String search =
        "{'retriever': {'near_duplicate_collapse': {" + NEW_30 + ", 'retriever': " + inside + "}}}";
    assertEquals(List.of("0", "2", "3"), groups(search(search, "news")));
  }

  private void assertRefused(String sentence, String options, String index) {
    Exception e = expectThrows(Exception.class, () -> search(ranked(options), index));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals(sentence, e.getSuppressed()[0].getMessage());
  }

  private static String of(String field) {
    return "'min_new': 0.3, 'text_field': '" + field + "'";
  }

  /** The same on one shard as on several, where a failing fetch would only lose hits. */
  public void testFieldsThatCannotBeUsed() {
    for (int shards : new int[] {1, 3}) {
      createTexts(shards, SHIPS, SHIPS, CORN);
      String unmapped =
          "[text_field] must be mapped but [%s] is not; with [ignore_unmapped] [true] all hits are"
              + " kept";
      assertRefused(unmapped.formatted("txt"), of("txt"), "news");
      assertRefused(
          "[text_field] must be of type [text] but [rank] is of type [long]", of("rank"), "news");
      assertRefused(
          "[min_new] reads whole documents: it and [parts.text] must be outside nested objects",
          of("parts.text"),
          "news");
      assertGroups(List.of("0", "1", "2"), of("txt") + ", 'ignore_unmapped': true", "news");
      // Where another index has the field, all hits of this one are kept.
      createIndex(
          "other",
          indicesAdmin()
              .prepareCreate("other")
              .setMapping("txt", "type=text", "rank", "type=long"));
      index(
          "other",
          Map.of("x", Map.of("txt", SHIPS, "rank", 9), "y", Map.of("txt", SHIPS, "rank", 10)));
      assertGroups(List.of("0", "1", "2", "x[y 1.0]"), of("txt"), "news", "other");
      createIndex(
          "bare",
          indicesAdmin()
              .prepareCreate("bare")
              .setMapping(
                  "{\"_source\": {\"enabled\": false}, \"properties\": {\"text\": {\"type\":"
                      + " \"text\"}, \"rank\": {\"type\": \"long\"}}}"));
      index("bare", Map.of("1", Map.of("text", SHIPS, "rank", 1)));
      assertRefused("[min_new] reads [_source], which is disabled here", NEW_30, "bare");
      indicesAdmin().prepareDelete("news", "other", "bare").get();
    }
  }

  /** A shard reads a million letters, and those of the text with which it reaches them. */
  public void testTheMostShingles() {
    create("news", 1);
    int letters = NewTexts.MAX_SHINGLES / 2 + 100;
    String[] texts =
        IntStream.range(0, 2).mapToObj(i -> randomAlphaOfLength(letters)).toArray(String[]::new);
    index("news", 4, i -> Map.of("rank", i, "text", texts[i / 2]));
    assertEquals(
        "3 hits; [near_duplicate_collapse] compared [2] of [4] hits: the others are kept. Set a"
            + " smaller [rank_window_size]",
        hitsAndWarning(source(ranked(NEW_30))));
  }

  /** Their shingles are few, but each character is eighteen letters. */
  public void testTheMostLettersOfLigatures() {
    create("news", 1);
    index("news", 3, i -> Map.of("rank", i, "text", "\uFDFA".repeat(60_000)));
    assertEquals(
        "3 hits; [near_duplicate_collapse] compared [1] of [3] hits: the others are kept. Set a"
            + " smaller [rank_window_size]",
        hitsAndWarning(source(ranked(NEW_30))));
  }

  /** Texts of sentences of which others have some, and windows of some of them in random order. */
  public void testEqualToBruteForce() {
    List<String> sentences =
        IntStream.range(0, 40)
            .mapToObj(i -> randomAlphaOfLength(between(3, 60)) + (i % 4 == 0 ? "北京的港口今天开放 " : " "))
            .toList();
    Map<String, String> texts = new LinkedHashMap<>();
    for (int i = 0; i < 300; i++) {
      texts.put("" + i, String.join("", randomList(0, 6, () -> randomFrom(sentences))));
    }
    create("news", between(1, 3));
    index(
        "news",
        texts.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    text -> Map.of("rank", text.getKey(), "text", text.getValue()))));
    for (int window = 0; window < 200; window++) {
      double minNew = randomFrom(.1, .3, .5, .9, randomDoubleBetween(0, 1, false));
      List<String> ids =
          randomSubsetOf(between(1, 25), texts.keySet()).stream()
              .sorted((a, b) -> Integer.compare(Integer.parseInt(a), Integer.parseInt(b)))
              .toList();
      String query = "{'ids': {'values': ['" + String.join("','", ids) + "']}}";
      String search = ranked("'min_new': " + minNew + ", 'text_field': 'text'", query);
      assertEquals(expected(minNew, ids, texts), groups(search(search, "news")));
    }
  }

  private static List<String> expected(double minNew, List<String> ids, Map<String, String> texts) {
    Map<String, List<String>> kept = new LinkedHashMap<>();
    for (String id : ids) {
      Set<String> own = shingles(texts.get(id));
      Set<String> fresh = new HashSet<>(own);
      kept.keySet().forEach(better -> fresh.removeAll(shingles(texts.get(better))));
      if (own.isEmpty() || (double) fresh.size() / own.size() >= minNew) {
        kept.put(id, new ArrayList<>());
        continue;
      }
      String most = null;
      for (String better : kept.keySet()) {
        String text = texts.get(id);
        if (most == null
            || containment(text, texts.get(better)) > containment(text, texts.get(most))) {
          most = better;
        }
      }
      kept.get(most).add(id + " " + containment(texts.get(id), texts.get(most)));
    }
    return kept.entrySet().stream()
        .map(
            hit ->
                hit.getKey()
                    + (hit.getValue().isEmpty()
                        ? ""
                        : "[" + String.join(",", hit.getValue()) + "]"))
        .toList();
  }
}
