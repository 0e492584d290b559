package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.passage.PassageRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.Strings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.test.hamcrest.ElasticsearchAssertions;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The option {@code passages}: stored documents count too that contain a text, or a part of it. */
public class PassagesNodeTests extends NearDuplicateNode {

  private static final String SIMHASH = "{\"simhash\": {\"field\": \"content\"}}";

  private static final String MAPPING =
      """
      {"properties": {
        "content": {"type": "text", "fields": {"passages": {"type": "passages"}}},
        "simhash": {"type": "simhash"},
        "body": {"type": "text"},
        "cluster": {"type": "keyword"}}}""";

  private static final String FIELD = "\"field\": \"content.passages\"";

  /** Contained in {@link #REPLY}. */
  private static final String MAIL = words(1, 60);

  private static final String REPLY = words(2, 120) + " " + MAIL + " " + words(3, 60);
  private static final String OTHER = words(4, 80);

  /** Of many texts. */
  private static final String FOOTER = words(8, 40);

  /** Words of a text of its own; so many that there are passages. */
  private static String words(long seed, int count) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ");
      for (int syllables = 1 + random.nextInt(4); syllables > 0; syllables--) {
        text.append("bdfgklmnprstvz".charAt(random.nextInt(14)));
        text.append("aeiou".charAt(random.nextInt(5)));
      }
    }
    return text.toString();
  }

  private void createMails(String index) {
    var mails = indicesAdmin().prepareCreate(index).setMapping(MAPPING);
    mails.setSettings(indexSettings(randomIntBetween(1, 3), 0).put("index.refresh_interval", -1));
    assertTrue(mails.get().isAcknowledged());
  }

  /** Puts the pipeline with options of {@code passages} and others, each with a comma before it. */
  private void putPassages(String ofPassages, String others) {
    String passages = "\"passages\": {" + FIELD + ", \"min_containment\": 0.85" + ofPassages + "}";
    putProcessors(SIMHASH, near(passages + others));
  }

  private static IndexRequest mail(String id, Object content) {
    return new IndexRequest("news").id(id).source(Map.of("content", content));
  }

  /** Indexes documents, which searches then see. */
  private void send(IndexRequest... mails) {
    index(mails);
    refresh("news");
  }

  private Map<?, ?> tagOf(String id) {
    return (Map<?, ?>) tag(id);
  }

  private void assertContainment(String id, String other, double containment, String relation) {
    Map<?, ?> tag = tagOf(id);
    assertNotNull(id, tag);
    assertEquals(other, tag.get("id"));
    assertEquals(containment, (double) tag.get("containment"), 0);
    assertEquals(relation, tag.get("relation"));
    assertTrue("similar: " + tag, (double) tag.get("similarity") < .51);
  }

  public void testADocumentThatAnotherContains() {
    createMails("news");
    putPassages("", "");
    send(mail("reply", REPLY), mail("other", OTHER));
    send(mail("mail", MAIL));
    assertContainment("mail", "reply", 1, "within");
    assertNull(tag("reply"));
    assertNull(tag("other"));
  }

  public void testADocumentThatContainsAnother() {
    createMails("news");
    putPassages(", \"of\": \"document\"", "");
    send(mail("mail", MAIL), mail("other", OTHER));
    send(mail("reply", REPLY), mail("again", MAIL.substring(0, MAIL.length() / 2)));
    assertContainment("reply", "mail", 1, "contains");
    assertNull("is a share of the arriving text", tag("again"));
  }

  public void testTheShorterOfTwo() {
    createMails("news");
    putPassages(", \"of\": \"shorter\"", "");
    send(mail("mail", MAIL));
    send(mail("reply", REPLY));
    send(mail("part", MAIL.substring(MAIL.indexOf(' ', 50))));
    assertContainment("reply", "mail", 1, "contains");
    assertEquals("within", tagOf("part").get("relation"));
  }

  public void testTooShortAPassageAndTooSmallAShare() {
    createMails("news");
    putPassages("", "");
    send(mail("reply", REPLY));
    String half = MAIL.substring(0, MAIL.length() / 2);
    send(mail("short", MAIL.substring(0, 150)), mail("half", half + " " + words(5, 60)));
    assertNull(tag("short"));
    assertNull(tag("half"));
    putPassages(", \"min_length\": 100", "");
    send(mail("other", MAIL.substring(150, 300)));
    assertContainment("other", "reply", 1, "within");
  }

  /** As the query decides it: passages do not go on from one value to the next. */
  public void testSeveralValues() {
    createMails("news");
    putPassages("", "");
    send(mail("reply", REPLY));
    String first = MAIL.substring(0, 150);
    send(mail("parts", List.of(first, MAIL.substring(150, 300))), mail("whole", List.of(MAIL)));
    assertNull(tag("parts"));
    assertContainment("whole", "reply", 1, "within");
  }

  /** As the query compares it. */
  public void testAFieldThatFolds() {
    String folding = MAPPING.replace("\"passages\"}", "\"passages\", \"fold\": [\"numbers\"]}");
    assertTrue(indicesAdmin().prepareCreate("news").setMapping(folding).get().isAcknowledged());
    putPassages("", "");
    send(mail("reply", REPLY.replaceAll("(.{50}) ", "$1 12:30 ")));
    send(mail("mail", MAIL));
    assertContainment("mail", "reply", 1, "within");
    putPassages("", ", " + DROP);
    assertEquals(List.of("noop"), results(bulk(mail("again", MAIL.substring(10)))));
  }

  public void testSimilarOnesComeFirst() {
    createMails("news");
    putPassages("", ", \"size\": 3, \"cluster_field\": \"cluster\"");
    String similar = MAIL.replace(' ', '-') + " " + words(6, 10);
    send(mail("reply", REPLY), mail("similar", similar.replaceFirst("-", " gone ")));
    send(mail("mail", MAIL));
    List<?> tags = (List<?>) tag("mail");
    assertEquals(2, tags.size());
    assertEquals("similar", ((Map<?, ?>) tags.getFirst()).get("id"));
    assertEquals("reply", ((Map<?, ?>) tags.getLast()).get("id"));
    assertEquals("similar", field("mail", "cluster"));
    assertEquals("reply", field("reply", "cluster"));
  }

  public void testADocumentWithoutTheTextOrWithALongOne() {
    createMails("news");
    putPassages("", "");
    send(mail("reply", REPLY));
    String filled = MAIL + " " + "- ".repeat(100_000);
    send(mail("long", filled), mail("mail", filled.substring(0, 200_000)));
    assertNull("only similar ones count", tag("long"));
    assertContainment("mail", "reply", 1, "within");
    putProcessors(
        SIMHASH,
        near("\"passages\": {" + FIELD + ", \"text_field\": \"body\", \"min_containment\": 0.85}"));
    send(mail("without", MAIL));
    assertNotEquals("reply", tagOf("without").get("id"));
    assertNull(tagOf("without").get("containment"));
  }

  public void testTheSameMailsSentAgain() {
    for (String of : List.of("query", "document", "shorter")) {
      for (boolean replyFirst : List.of(true, false)) {
        createMails("news");
        putPassages(", \"of\": \"" + of + "\"", ", \"cluster_field\": \"cluster\"");
        List<IndexRequest> feed =
            new ArrayList<>(List.of(mail("mail", MAIL), mail("reply", REPLY), mail("o", OTHER)));
        feed = replyFirst ? feed.reversed() : feed;
        feed.forEach(this::send);
        Map<String, Object> first = stored();
        String tagged = of.equals("query") ? "mail" : of.equals("document") ? "reply" : null;
        assertEquals(
            of + replyFirst,
            tagged == null || tagged.equals("mail") == replyFirst,
            first.values().stream().anyMatch(each -> ((List<?>) each).getFirst() != null));
        for (List<IndexRequest> again : List.of(feed, feed.reversed(), feed)) {
          again.forEach(each -> send(mail(each.id(), each.sourceAsMap().get("content"))));
          assertEquals(of + replyFirst, first, stored());
        }
        send(
            feed.stream()
                .map(e -> mail(e.id(), e.sourceAsMap().get("content")))
                .toArray(IndexRequest[]::new));
        assertEquals(of + replyFirst, first, stored());
        indicesAdmin().prepareDelete("news").get();
      }
    }
  }

  /** Otherwise none would be left without a tag, or not be named in one. */
  public void testMailsThatWereStoredBeforeThePipeline() {
    String quoting = MAIL + " " + words(9, 5);
    for (String of : List.of("query", "document", "shorter")) {
      List<String> ids = new ArrayList<>(List.of("1", "2", "3", "4"));
      Collections.shuffle(ids, random());
      createMails("news");
      List<String> contents = List.of(MAIL, MAIL, MAIL, quoting);
      for (int i = 0; i < contents.size(); i++) {
        client().index(mail(ids.get(i), contents.get(i))).actionGet(TEST_REQUEST_TIMEOUT);
      }
      refresh("news");
      putPassages(", \"of\": \"" + of + "\"", ", \"min_similarity\": 1, \"size\": 100");
      List<IndexRequest> feed = new ArrayList<>();
      for (int i = 0; i < contents.size(); i++) {
        feed.add(mail(ids.get(i), contents.get(i)));
      }
      Collections.shuffle(feed, random());
      if (randomBoolean()) {
        send(feed.toArray(IndexRequest[]::new));
      } else {
        feed.forEach(each -> index(each));
        refresh("news");
      }
      Map<String, Set<String>> tags = new TreeMap<>();
      stored()
          .forEach(
              (id, fields) -> {
                List<?> tag = (List<?>) ((List<?>) fields).getFirst();
                Set<String> names = new TreeSet<>();
                (tag == null ? List.of() : tag)
                    .forEach(each -> names.add((String) ((Map<?, ?>) each).get("id")));
                tags.put(id, names);
              });
      assertEquals(
          of,
          Map.of(
              "1", Set.of(), "2", Set.of("1"), "3", Set.of("1", "2"), "4", Set.of("1", "2", "3")),
          tags);
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** The tag and the cluster of each document. */
  private Map<String, Object> stored() {
    Map<String, Object> found = new TreeMap<>();
    ElasticsearchAssertions.assertResponse(
        client().prepareSearch("news").setSize(100),
        response ->
            response
                .getHits()
                .forEach(
                    hit -> {
                      Map<String, Object> source = hit.getSourceAsMap();
                      found.put(
                          hit.getId(),
                          Arrays.asList(source.get("near_duplicate_of"), source.get("cluster")));
                    }));
    return found;
  }

  private static final Map<String, String> REMOVALS =
      Map.of("drop", "noop", "fail", "409", "route", "created");

  public void testRemoval() {
    for (String action : REMOVALS.keySet()) {
      createMails("news");
      String to = action.equals("route") ? ", \"route_to\": \"copies\"" : "";
      putPassages("", ", \"on_duplicate\": \"" + action + "\"" + to);
      send(mail("reply", REPLY), mail("other", OTHER));
      var response = bulk(mail("mail", MAIL));
      assertEquals(List.of(REMOVALS.get(action)), results(response));
      if (action.equals("fail")) {
        String sentence = failures(response).get("mail");
        assertTrue(
            sentence,
            sentence.matches(
                "409 document \\[mail] is a near-duplicate of \\[reply] in \\[news], at distance"
                    + " \\[\\d+] and similarity \\[0[.\\d]+] and containment \\[1.0] and relation"
                    + " \\[within]"));
      }
      assertFalse(exists("mail"));
      // With its original again, in the same request: nothing changes.
      assertEquals(
          List.of("updated", REMOVALS.get(action).replace("created", "updated")),
          results(bulk(mail("reply", REPLY), mail("mail", MAIL))));
      assertFalse(exists("mail"));
      indicesAdmin().prepareDelete("news").get();
    }
  }

  public void testNothingIsDroppedWithoutAnOriginalThatIsThere() {
    createMails("news");
    putPassages("", ", " + DROP);
    send(mail("reply", REPLY));
    client().delete(new DeleteRequest("news", "reply")).actionGet(TEST_REQUEST_TIMEOUT);
    index(mail("deleted", MAIL));
    assertContainment("deleted", "reply", 1, "within");

    indicesAdmin().prepareDelete("news").get();
    createMails("news");
    send(mail("reply", REPLY));
    // Through no pipeline, with the value of the text before.
    index("news", "reply", Map.of("content", OTHER, "simhash", field("reply", "simhash")));
    index(mail("changed", MAIL));
    assertContainment("changed", "reply", 1, "within");
  }

  private void index(String index, String id, Map<String, Object> source) {
    client().index(new IndexRequest(index).id(id).source(source)).actionGet(TEST_REQUEST_TIMEOUT);
  }

  public void testAnOriginalThatTheSameRequestChanges() {
    createMails("news");
    putPassages("", ", " + DROP);
    send(mail("reply", REPLY));
    var before = bulk(mail("reply", OTHER), mail("mail", MAIL));
    assertFalse(before.buildFailureMessage(), before.hasFailures());
    assertContainment("mail", "reply", 1, "within");

    indicesAdmin().prepareDelete("news").get();
    createMails("news");
    send(mail("reply", REPLY));
    // Through no pipeline: so the processor does not know what the request will do.
    BulkRequest request = request(mail("mail", MAIL)).add(mail("reply", OTHER));
    var after = client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT);
    assertEquals(List.of("503", "updated"), results(after));
    assertEquals(
        "503 document [mail] was dropped as a near-duplicate of [reply], which was not indexed or"
            + " has changed: send it again",
        failures(after).get("mail"));
    assertEquals(List.of("created"), results(bulk(mail("mail", MAIL))));
  }

  /** Where it still contains the text, a changed original is one. */
  public void testAnOriginalWithAnotherTextThatContainsIt() {
    createMails("news");
    putPassages("", ", " + DROP);
    send(mail("reply", REPLY));
    index(
        "news", "reply", Map.of("content", MAIL + " " + words(7, 300), "simhash", fingerprint(3)));
    assertEquals(List.of("noop"), results(bulk(mail("mail", MAIL))));
  }

  public void testUnmappedFields() {
    createIndex("news", indexSettings(1, 0).build(), "simhash", "type=simhash");
    putPassages("", "");
    assertEquals(
        Map.of(
            "mail",
            "400 [passages.field] must be of type [passages] but [content.passages] is not mapped"
                + " in the indices to compare with: map it before the first document"),
        failures(bulk(mail("mail", MAIL))));
    indicesAdmin().prepareDelete("news").get();
    createIndex(
        "news", indexSettings(1, 0).build(), "simhash", "type=simhash", "content", "type=text");
    putProcessors(
        SIMHASH,
        near(
            "\"passages\": {\"field\": \"content\", \"text_field\": \"content\","
                + " \"min_containment\": 1}"));
    assertEquals(
        Map.of(
            "mail",
            "400 [passages.field] must be of type [passages] but [content] is of type [text]"),
        failures(bulk(mail("mail", MAIL))));
  }

  /** Otherwise no passages would be compared, without a word. */
  public void testATextFieldThatIsMisspelt() {
    createMails("news");
    for (String name : List.of("contnet", "mail")) {
      putProcessors(
          SIMHASH,
          near(
              "\"passages\": {"
                  + FIELD
                  + ", \"text_field\": \""
                  + name
                  + "\", \"min_containment\": 0.85}"));
      Map<String, Object> object = Map.of("content", MAIL, "mail", Map.of("body", MAIL));
      assertEquals(
          Map.of(
              "mail",
              "400 [passages.text_field] must be the field of the text but ["
                  + name
                  + "] has none in the document, and is not mapped in the indices to compare with"),
          failures(bulk(new IndexRequest("news").id("mail").source(object))));
    }
    // Not mapped, but in the document.
    index(new IndexRequest("news").id("text").source(Map.of("content", MAIL, "mail", MAIL)));
  }

  /** A text of the index of 5,000: parts of few texts, with a word changed here and there. */
  private static String edited(Random random) {
    StringBuilder text = new StringBuilder();
    int part = 0;
    for (int parts = 1 + random.nextInt(3); parts > 0; parts--) {
      part = random.nextInt(2_000);
      String[] words = words(part, 90).split(" ");
      int from = random.nextInt(50);
      int to = Math.min(words.length, from + 20 + random.nextInt(50));
      double changes = random.nextInt(4) * .01;
      for (int i = from; i < to; i++) {
        boolean isChanged = random.nextDouble() < changes;
        text.append(isChanged ? words(random.nextLong(), 1) : words[i]).append(' ');
      }
    }
    return part % 10 == 0 ? text + FOOTER : text.toString();
  }

  /** The ids that the query finds, and their scores. */
  private Map<String, Float> sharing(String text, String passages) throws Exception {
    String query;
    try (XContentBuilder quoted = JsonXContent.contentBuilder().value(text)) {
      query =
          "{\"shared_passages\": {\"text\": " + Strings.toString(quoted) + ", " + passages + "}}";
    }
    Map<String, Float> found = new HashMap<>();
    ElasticsearchAssertions.assertResponse(
        client().prepareSearch("news").setSize(100).setQuery(QueryBuilders.wrapperQuery(query)),
        response -> response.getHits().forEach(hit -> found.put(hit.getId(), hit.getScore())));
    return found;
  }

  /** Sends documents in several requests. */
  private Map<String, Object> tags(String index, Map<String, String> texts) {
    Map<String, Object> tags = new HashMap<>();
    List<String> ids = List.copyOf(texts.keySet());
    for (int from = 0; from < ids.size(); from += 200) {
      List<String> part = ids.subList(from, Math.min(ids.size(), from + 200));
      index(
          part.stream()
              .map(id -> new IndexRequest(index).id(id).source(Map.of("content", texts.get(id))))
              .toArray(IndexRequest[]::new));
      part.forEach(
          id ->
              tags.put(
                  id, client().prepareGet(index, id).get().getSource().get("near_duplicate_of")));
    }
    return tags;
  }

  /** For 5,000 documents, a third of them by each share. */
  public void testTheDecisionIsThatOfTheQuery() throws Exception {
    createMails("news");
    putProcessors(SIMHASH);
    Random random = new Random(random().nextLong());
    List<Map<String, String>> parts =
        List.of(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    for (int i = 0; i < 5_000; i++) {
      parts.get(i % 3).put("d" + i, edited(random));
    }
    parts.forEach(part -> tags("news", part));
    refresh("news");
    int contained = 0;
    int omitted = 0;
    for (PassageRule.Share of : PassageRule.Share.values()) {
      // Some terms are in more documents than that.
      String passages =
          FIELD + ", \"min_containment\": 0.4, \"of\": \"" + of + "\", \"max_doc_freq\": 8";
      createMails("copies-" + of);
      putProcessors(
          SIMHASH, near("\"index\": \"news\", \"size\": 100, \"passages\": {" + passages + "}"));
      Map<String, String> texts = parts.get(of.ordinal());
      for (Map.Entry<String, Object> tag : tags("copies-" + of, texts).entrySet()) {
        Map<String, Float> found = sharing(texts.get(tag.getKey()), passages);
        Set<String> left = new HashSet<>(found.keySet());
        List<?> tags = tag.getValue() == null ? List.of() : (List<?>) tag.getValue();
        assertTrue("all are there", tags.size() < 100);
        for (Object each : tags) {
          Map<?, ?> other = (Map<?, ?>) each;
          boolean isSimilar = (double) other.get("similarity") >= .51;
          assertTrue(tag.getKey() + other, left.remove(other.get("id")) || isSimilar);
          contained += isSimilar ? 0 : 1;
          if (found.containsKey(other.get("id"))) {
            double containment = (double) other.get("containment");
            double score = found.get(other.get("id"));
            assertTrue(tag.getKey() + other, containment >= .4);
            if (of == PassageRule.Share.QUERY) {
              // Passages count too that have frequent terms alone.
              assertTrue(tag.getKey() + other + score, containment >= score - 1e-6);
              omitted += containment > score + 1e-6 ? 1 : 0;
            }
          }
        }
        assertEquals(tag.getKey(), Set.of(), left);
      }
    }
    assertTrue("" + contained, contained > 1_000);
    assertTrue("" + omitted, omitted > 0);
  }
}
