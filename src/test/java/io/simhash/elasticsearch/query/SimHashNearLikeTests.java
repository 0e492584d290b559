package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.List;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;

/** Neighbours of a stored document. */
public class SimHashNearLikeTests extends NearQueryNode {

  public void testTheDocumentItselfIsLeftOutUnlessIncluded() {
    createNews("news");
    String like = like("news", "1") + ", \"max_distance\": 2";
    assertEquals(List.of("news/0=0.5", "news/3=0.33333334"), hits(near(like), "news"));
    assertEquals(
        List.of("news/0=0.5", "news/3=0.33333334"),
        hits(near(like + ", \"include\": false"), "news"));
    assertEquals(
        List.of("news/1=1.0", "news/0=0.5", "news/3=0.33333334"),
        hits(near(like + ", \"include\": true"), "news"));
  }

  public void testOnlyTheDocumentItselfIsLeftOut() {
    createNews("news");
    createNews("old");
    assertEquals(
        List.of("old/1=1.0"),
        hits(near(like("news", "1") + ", \"max_distance\": 0"), "news", "old"));
  }

  /** Sorted, a segment may have the deleted version of a document after the new one. */
  public void testAnUpdatedDocumentOfASortedIndexIsLeftOut() {
    Settings sorted = Settings.builder().put("index.sort.field", "title").build();
    createIndex("sorted", sorted, "fp", "type=simhash", "title", "type=keyword");
    for (String title : randomBoolean() ? new String[] {"a", "b"} : new String[] {"b", "a"}) {
      client()
          .prepareIndex("sorted")
          .setId("1")
          .setSource("fp", fingerprint(1), "title", title)
          .get();
    }
    index("sorted", "3", "{\"fp\": \"" + fingerprint(3) + "\"}");
    assertEquals(List.of("sorted/3=" + 1 / 3f), hits(near(like("sorted", "1")), "sorted"));
  }

  public void testAnAbsentDocumentIs404() {
    createNews("news");
    var search = client().prepareSearch("news").setQuery(near(like("news", "7")));
    Exception e = expectThrows(ResourceNotFoundException.class, search);
    assertEquals(absent("7", "news"), e.getMessage());
    var elsewhere = client().prepareSearch("news").setQuery(near(like("absent", "7")));
    expectThrows(IndexNotFoundException.class, elsewhere);
  }

  public void testAnotherFieldTypeThereHasNoValue() {
    createNews("news");
    createIndexOf("other", Settings.EMPTY, OTHER);
    index("other", "1", "{\"fp\": \"9f3c000000000001\"}");
    String warning =
        "[like] has no neighbours of [1] in [other]: [fp] has neither a fingerprint nor a signature"
            + " there: its text has no letters or, without signatures, is too short, or it was indexed"
            + " before [fp] was mapped or without the pipeline, or the field has another type there";
    assertEquals(new Answer(List.of(), List.of(warning)), answer(near(like("other", "1")), "news"));
  }

  public void testAFieldOfAnotherTypeIsRefused() {
    createNews("news");
    assertRefused(
        "[field] must be of type [simhash] but [title] is of type [keyword]",
        "simhash_near",
        "title",
        like("news", "1"));
    assertRefused(
        "[field] must be of type [minhash] but [fp] is of type [simhash]",
        "minhash_near",
        "fp",
        like("news", "1"));
    assertRefused(
        "[field] must be of type [minhash] but [title] is of type [keyword]",
        "minhash_near",
        "title",
        like("news", "1"));
  }

  public void testAFieldOfNestedObjectsIsRefused() {
    createNews("news");
    index("news", "parts", "{\"parts\": {\"fp\": 1}}");
    String sentence =
        "[like] needs a field outside nested objects but [parts.fp] is inside [parts]: a document"
            + " has a value there for each of its objects";
    assertRefused(sentence, "simhash_near", "parts.fp", like("news", "parts"));
    String inner = "{\"simhash_near\": {\"field\": \"parts.fp\", " + like("news", "parts") + "}}";
    String nested = "{\"nested\": {\"path\": \"parts\", \"query\": " + inner + "}}";
    assertRefused(sentence, client().prepareSearch("news").setQuery(query(nested)));
  }

  private void assertRefused(String sentence, String query, String field, String options) {
    String json = "{\"" + query + "\": {\"field\": \"" + field + "\", " + options + "}}";
    assertRefused(sentence, client().prepareSearch("news").setQuery(query(json)));
  }

  private static final String OTHER = "{\"properties\": {\"fp\": {\"type\": \"keyword\"}}}";

  public void testAnAliasStandsForItsIndices() {
    createNews("news");
    createNews("old");
    alias("news", "now", "{\"match_all\": {}}");
    assertEquals(
        List.of("news/0=0.5"), hits(near(like("now", "1") + ", \"max_distance\": 1"), "news"));
    alias("old", "now", "{\"match_all\": {}}");
    var search = client().prepareSearch("news").setQuery(near(like("now", "1")));
    Exception e = expectThrows(IllegalArgumentException.class, search);
    assertEquals(
        "[like] must name one document but there are several [1] in [now]: name the index and the"
            + " routing",
        e.getMessage());
  }

  public void testAnAliasThatHidesTheDocumentHidesItHereToo() {
    createNews("news");
    alias("news", "titled", "{\"exists\": {\"field\": \"title\"}}");
    var search = client().prepareSearch("news").setQuery(near(like("titled", "1")));
    expectThrows(ResourceNotFoundException.class, search);
  }

  public void testInnerFieldsOfNestedObjects() {
    createNews("news");
    index(
        "news",
        "whole",
        "{\"fp\": \""
            + fingerprint(9)
            + "\", \"parts\": [{\"fp\": \""
            + fingerprint(0)
            + "\"}, {\"fp\": \""
            + fingerprint(64)
            + "\"}]}");
    String nested =
        "{\"nested\": {\"path\": \"parts\", \"inner_hits\": {}, \"query\": {\"simhash_near\":"
            + " {\"field\": \"parts.fp\", \"max_distance\": 1, \"fingerprint\": \""
            + fingerprint(1)
            + "\"}}}}";
    assertResponse(
        client().prepareSearch("news").setQuery(query(nested)),
        response -> {
          var hit = response.getHits().getAt(0);
          assertEquals("whole", hit.getId());
          assertEquals(.5, hit.getScore(), 0);
          assertEquals(1, hit.getInnerHits().get("parts").getHits().length);
          assertEquals(0, hit.getInnerHits().get("parts").getAt(0).getNestedIdentity().getOffset());
        });
  }
}
