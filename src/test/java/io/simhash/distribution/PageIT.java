package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.PageTestCase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/**
 * The page {@code _simhash/ui}: every view, wide and narrow, with nothing that axe calls serious.
 * Pictures are in target/page.
 */
public class PageIT extends PageTestCase {

  private static Map<String, String> views() {
    Map<String, String> views = new LinkedHashMap<>();
    views.put("overview", "overview?index=page-news");
    views.put("overview-without-ids", "overview?index=page-none&ids=");
    views.put("clusters", "clusters?index=page-news");
    views.put("clusters-by-id", "clusters?index=page-news&order=id");
    views.put("cluster", "cluster?index=page-news&id=dam-1");
    views.put("neighbours", "cluster?index=page-news&ref=" + reference("zh-1"));
    String both = "&a=" + reference("dam-1") + "&b=" + reference("dam-3");
    views.put("compare", "compare?index=page-news" + both);
    views.put("search", "search?index=page-news");
    views.put("common", "common?index=page-news&min_documents=3");
    views.put("common-none", "common?index=page-news");
    views.put("blocks", "blocks?index=page-news");
    views.put("no-field", "overview?index=page-plain");
    views.put("many", "clusters?index=page-many&order=id");
    return views;
  }

  @Test
  public void testEveryViewIsWholeAndAccessible() {
    for (Map.Entry<String, String> view : views().entrySet()) {
      for (int width : List.of(1280, 400)) {
        size(width);
        see("admin", view.getValue());
        if (view.getKey().equals("search")) {
          search(DAM);
        } else if (view.getKey().equals("common")) {
          browser.click("[aria-label='Choose passage 1']");
        }
        String name = view.getKey() + "-" + width;
        browser.picture(Path.of("target", "page", name + ".png"));
        assertAccessible(name);
        Object beyond = browser.script("return document.documentElement.scrollWidth - innerWidth");
        assertTrue(name + " is " + beyond + " pixels too wide", ((Number) beyond).intValue() <= 0);
        List<String> errors =
            browser.errors().stream()
                .filter(error -> error.contains("_simhash/estimate") == false)
                .toList();
        assertEquals(name, List.of(), errors);
      }
    }
  }

  @Test
  public void testDarkAndChinese() {
    colours("dark");
    for (String view : List.of("overview", "cluster", "compare", "search", "common", "blocks")) {
      see("admin", views().get(view));
      browser.click("#language");
      browser.waitFor("document.documentElement.lang === 'zh'");
      settled();
      browser.picture(Path.of("target", "page", view + "-dark-zh.png"));
      assertAccessible(view);
    }
    assertEquals("分块", browser.text("h2"));
  }

  private static void assertAccessible(String view) {
    try (InputStream axe = PageIT.class.getResourceAsStream("/axe.min.js")) {
      browser.script(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Object found =
        browser.script(
            """
            return axe.run().then(found => found.violations
              .filter(one => ['serious', 'critical'].includes(one.impact))
              .map(one => one.id + ': ' + one.help + ' ' + one.nodes.map(node => node.html).slice(0, 3)))""");
    assertEquals(view, List.of(), found);
  }

  @Test
  public void testBlocks() {
    String text = see("admin", "blocks?index=page-news");
    for (String shown : List.of("Block 0", "Block 3", "6:character:auto:1024:24x2", "about")) {
      assertTrue(text, text.contains(shown));
    }
  }

  /** Three digits, and neither all nor none where it is not. */
  @Test
  public void testShares() {
    see("admin", "overview?index=page-news");
    Object shares =
        browser.script(
            """
            return import(location.origin + '/_simhash/ui/words.js').then(({share}) =>
              [0, 1e-9, .0004, .001, .0149, .1, .505, .98, .99, 19905 / 20000, 19999 / 20000, 1 - 2 ** -53, 1]
                .map(value => share(value).replace('\u00A0%', '')))""");
    assertEquals(
        List.of(
            "0", "<0.1", "<0.1", "0.1", "1.5", "10", "51", "98", "99", "99.5", "99.9", "99.9",
            "100"),
        shares);
  }

  /** A browser resolves {@code ..} in a path. */
  @Test
  public void testNamesOfDots() {
    put("/page-dots", INDEX);
    Map<String, String> document = Map.of("content", DAM);
    http().index("page-dots", Map.of("..", document, "other", document), "");
    String both = "&a=[\"page-dots\",\"..\"]&b=[\"page-dots\",\"other\"]";
    String compared = see("admin", "compare?index=page-dots" + both);
    delete("/page-dots");
    assertTrue(compared, compared.contains("The two texts are equal."));
    String none = see("admin", "overview?index=..");
    assertTrue(none, none.contains("No index can have this name."));
    browser.errors();
  }

  @Test
  public void testAViewThatDoesNotExist() {
    for (String view : List.of("skew", "constructor")) {
      String text = see("admin", view + "?index=page-news");
      assertTrue(text, text.contains("There is no view “" + view + "”. This is the overview."));
      assertCard(text, "documents", "11");
    }
    assertFalse(see("admin", "overview?index=page-news").contains("There is no view"));
  }

  /** On a narrow screen each cell has the heading of its column, if it is not empty. */
  @Test
  public void testNoLabelOfAnEmptyCell() {
    size(400);
    see("admin", "cluster?index=page-news&id=dam-1");
    Object shown =
        browser.script(
            "return [...document.querySelectorAll('.list td')].filter(cell => cell.textContent"
                + " === '' && cell.offsetHeight > 0 && getComputedStyle(cell, '::before').content"
                + " !== 'none').map(cell => cell.dataset.label)");
    assertEquals(List.of(), shown);
  }

  @Test
  public void testOverview() {
    String text = see("admin", "overview?index=page-news");
    assertCard(text, "documents", "11");
    assertCard(text, "stories", "5");
    assertTrue(text, text.contains("Counted from the field cluster_id"));
    assertTrue(text, text.contains("POST /page-news/_simhash/clusters"));
    String sizes = browser.text(".bars");
    assertTrue(sizes, sizes.matches("(?s).*\\b2\\s+3\\b.*\\b4\\s+1\\b.*"));
    browser.click("main section p button");
    browser.waitFor("document.querySelector('main').textContent.includes('no common passages')");
    String without = see("admin", "overview?index=page-none&ids=");
    assertFalse(without, without.contains("Counted from"));
    assertCard(without, "stories", "5");
    assertTrue(without, without.contains("PUT /page-none/_mapping"));
  }

  /** A run gives an id to a document without a text, too. */
  @Test
  public void testOverviewOfDocumentsWithoutAText() {
    put("/page-holes", INDEX.replace("\"default_pipeline\": \"page\"", ""));
    String hash = "{\"simhash\": \"336ae4ea60df608e\", \"cluster_id\": \"1\"}";
    put("/page-holes/_doc/1", hash);
    put("/page-holes/_doc/2", hash);
    put("/page-holes/_doc/3", "{\"cluster_id\": \"3\"}");
    post("/page-holes/_refresh", null);
    String text = see("admin", "overview?index=page-holes");
    assertCard(text, "documents", "3");
    assertCard(text, "stories", "2");
    assertTrue(text, text.contains("33 %"));
    delete("/page-holes");
  }

  /** Elasticsearch writes Chinese into a header as the bytes of UTF-8, in hexadecimal digits. */
  @Test
  public void testAWarningInChinese() {
    put("/page-warning", INDEX.replace("\"default_pipeline\": \"page\"", ""));
    put("/page-warning/_doc/" + encode("无文") + "?refresh", "{}");
    String reference = encode("[\"page-warning\",\"无文\"]");
    String text = see("admin", "cluster?index=page-warning&ref=" + reference);
    delete("/page-warning");
    assertTrue(text, text.contains("[like] has no neighbours of [无文] in [page-warning]"));
  }

  @Test
  public void testFromClusterToDifference() {
    see("admin", "clusters?index=page-news");
    assertEquals("dam-1", browser.text("tbody a"));
    browser.click("tbody a");
    browser.waitFor("document.querySelector('h2').textContent === 'Cluster dam-1'");
    String members = settled();
    assertTrue(members, members.contains("Documents: 4."));
    assertTrue(members, members.contains("compared"));
    assertTrue(
        members, members.matches("(?s).*dam-2\\s+\\d\\d %\\s+\\d+\\s+The water authority.*"));
    browser.click("a[aria-label='Differences dam-3']");
    browser.waitFor("document.querySelector('.sides')");
    settled();
    Object marked =
        browser.script(
            "return [...document.querySelectorAll('.side')]"
                + ".map(side => [...side.querySelectorAll('mark')].map(mark => mark.textContent))");
    assertEquals(List.of(List.of("Thursday", "eighteen"), List.of("Friday", "nineteen")), marked);
    String text = browser.text("main");
    assertTrue(text, text.matches("(?s).*Similarity\\s+\\d\\d %\\s+Distance\\s+\\d+\\s+Exact.*"));
    assertTrue(text, text.contains("Computed from the two texts by the pipeline page."));
    assertTrue(text, text.contains("Stored in the index: similarity "));
  }

  @Test
  public void testChineseIsComparedByCharacters() {
    see("admin", "compare?index=page-news&a=" + reference("zh-1") + "&b=" + reference("zh-2"));
    Object marked =
        browser.script(
            "return [...document.querySelectorAll('.side mark')].map(mark => mark.textContent)");
    assertEquals(List.of("昨日", "四", "今天", "五"), marked);
  }

  /** Random texts: both come back whole, and what is not marked is the same in both. */
  @Test
  public void testDifferencesLoseNothing() {
    see("admin", "overview?index=page-news");
    Object failed =
        browser.script(
            """
            return import(location.origin + '/_simhash/ui/diff.js').then(({difference}) => {
              let state = 26;
              const next = (n) => (state = (state * 48271) % 2147483647) % n;
              const text = (n) => Array.from({length: next(n)}, () => 'ab c中文.\\n'[next(8)]).join('');
              const whole = (parts, kept) => parts.filter(kept).map((part) => part[0]).join('');
              for (let i = 0; i < 5000; i++) {
                const [a, b] = [text(40), text(40)];
                const {left, right} = difference(a, b);
                const same = (part) => !part[1];
                if (whole(left, () => true) !== a || whole(right, () => true) !== b
                    || whole(left, same) !== whole(right, same)) {
                  return [a, b];
                }
              }
              const long = 'word '.repeat(100000);
              const from = performance.now();
              difference(long + 'x', 'y ' + long.replaceAll('d w', 'd v '));
              return performance.now() - from < 10000 ? [] : ['slow'];
            })""");
    assertEquals(List.of(), failed);
  }

  @Test
  public void testIndicesThatThePageCannotShow() {
    String plain = see("admin", "clusters?index=page-plain");
    assertTrue(plain, plain.contains("The index page-plain has no simhash or minhash field"));
    String missing = see("admin", "overview?index=page-missing");
    assertTrue(missing, missing.contains("Elasticsearch did not find it."));
    assertTrue(missing, missing.contains("no such index [page-missing]"));
    String unclear = see("admin", "clusters?index=page-news&ids=");
    assertTrue(unclear, unclear.contains("Choose it above as “Cluster ids”"));
    String nobody = see("admin", "cluster?index=page-news&id=none");
    assertTrue(nobody, nobody.contains("No document has this id."));
    String wrong = see("admin", "overview?index=" + encode("Bad,\"\\name"));
    assertTrue(wrong, wrong.contains("Elasticsearch"));
    browser.errors();
  }

  @Test
  public void testManyClusters() {
    String overview = see("admin", "overview?index=page-many");
    assertCard(overview, "documents", "20,000");
    assertCard(overview, "stories", "12,000");
    assertTrue(browser.text(".bars"), browser.text(".bars").matches("(?s).*2\\s+8,000.*"));
    see("admin", "clusters?index=page-many&order=id");
    assertEquals(50L, number("return document.querySelectorAll('tbody tr').length"));
    String first = browser.text("tbody");
    browser.click("#next");
    browser.waitFor("location.hash.includes('after=')");
    settled();
    assertEquals(50L, number("return document.querySelectorAll('tbody tr').length"));
    assertFalse(first.contains(browser.text("tbody a")));
  }

  @Test
  public void testSearch() {
    see("admin", "search?index=page-news");
    search(MUSEUM);
    String found = browser.text("#results");
    assertTrue(found, found.contains("museum-1"));
    assertTrue(found, found.contains("100 %"));
    assertTrue(found, found.contains("Near-duplicates: 2"));
    browser.click("button[aria-label='Differences museum-2']");
    browser.waitFor("document.querySelector('.sides')");
    Object marked =
        browser.script(
            "return [...document.querySelectorAll('.side mark')].map(mark => mark.textContent)");
    assertEquals(List.of(" for the first month"), marked);
    browser.click("a[aria-label='Neighbours museum-1']");
    browser.waitFor("document.querySelector('h2').textContent === 'Neighbours · museum-1'");
    settled();
    browser.script("history.back()");
    browser.waitFor("document.querySelector('#paste')");
    assertEquals(MUSEUM, browser.script("return document.querySelector('#paste').value"));
    search("He adds: «" + DAM.substring(150, 360) + "» and asks who is going to pay for this.");
    found = browser.text("#results");
    assertTrue(found, found.contains("Documents that share a passage: 3"));
    Object mark = browser.script("return document.querySelector('#results mark').textContent");
    assertTrue(mark.toString(), DAM.contains(mark.toString()));
  }

  @Test
  public void testADocumentByItsId() {
    see("admin", "search?index=page-news");
    find("dam-1");
    assertTrue(browser.text("#results").contains("The water authority"));
    browser.click("a[aria-label='Neighbours dam-1']");
    browser.waitFor("document.querySelector('h2').textContent === 'Neighbours · dam-1'");
    assertTrue(settled().contains("dam-2"));
    browser.script("history.back()");
    browser.waitFor("document.querySelector('h2').textContent === 'Search'");
    assertTrue(settled().contains("The water authority"));
    assertEquals("dam-1", browser.script("return document.querySelector('#document-id').value"));
    assertTrue(see("admin", "search?index=page-news&id=museum-1").contains("museum will open"));
    see("admin", "search?index=page-news");
    find("dam-0");
    assertEquals("There is no document dam-0, or you may not see it.", browser.text("#results"));
    find("");
    assertEquals("Type an _id first.", browser.text("#results"));
  }

  @Test
  public void testCommonPassages() {
    String text = see("admin", "common?index=page-news");
    assertTrue(text, text.contains("No passage is in 10 documents or more."));
    assertTrue(text, text.contains("Documents whose texts were compared: 11 of 11."));
    browser.script("document.querySelector('#least').value = 3");
    browser.click("#common button");
    browser.waitFor("location.hash.includes('min_documents=3')");
    text = settled();
    assertTrue(text, text.contains("Passages in 3 documents or more, most text first: 2"));
    assertTrue(text, text.contains("Choose passages in the list above."));
    String first = browser.text("tbody .excerpt");
    assertTrue(first, DAM.contains(first));
    assertTrue(text, text.matches("(?s).*" + first + "\\s+3\\s+\\d\\d %\\s+letter\\s+dam-1.*"));
    browser.script("document.querySelector('[aria-label=\"Choose passage 2\"]').focus()");
    browser.press(" ");
    assertEquals("Passages chosen: 1", browser.text("#status"));
    browser.click("[aria-label='Choose passage 1']");
    assertEquals(
        browser.script("return [...document.querySelectorAll('.excerpt')].map(p => p.textContent)"),
        browser.script(
            "return JSON.parse('{' + document.querySelector('pre').textContent + '}').boilerplate"));
    assertEquals("Passages chosen: 2", browser.text("#status"));
    browser.click(".commands button");
    browser.waitFor("document.querySelector('.commands button').textContent !== 'Copy'");
    browser.click("a[aria-label='Neighbours dam-1']");
    browser.waitFor("document.querySelector('h2').textContent === 'Neighbours · dam-1'");
    assertTrue(settled().contains("dam-2"));
  }

  /** A sample gives an upper bound, and an index with passages alone has no neighbours to see. */
  @Test
  public void testCommonPassagesOfASample() {
    String mapping =
        """
        {"mappings": {"properties": {
          "content": {"type": "text", "fields": {"passages": {"type": "passages"}}}}}}""";
    put("/page-frames", mapping);
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int i = 0; i < 5_200; i++) {
      documents.put("f" + i, Map.of("content", "Notice " + i + (i < 900 ? " " + DAM : "")));
    }
    http().index("page-frames", documents, "");
    String text = see("admin", "common?index=page-frames");
    delete("/page-frames");
    assertTrue(text, text.contains("Documents whose texts were compared: 5,000 of 5,200."));
    assertTrue(text, text.matches("(?s).*at most 900\\s+\\d\\d %.*"));
    assertEquals(0L, number("return document.querySelectorAll('main a').length"));
  }

  @Test
  public void testCommonPassagesThatThePageCannotShow() {
    String plain = see("admin", "common?index=page-plain");
    assertTrue(plain, plain.contains("The index has no field of type passages that you can read."));
    String empty = see("admin", "common?index=page-many");
    assertTrue(
        empty,
        empty.contains(
            "[content.passages] has no value in any document of [page-many] that matches and that"
                + " you may read"));
    String refused = see("admin", "common?index=page-news&min_documents=1");
    assertTrue(refused, refused.contains("Elasticsearch refused the request."));
    assertTrue(refused, refused.contains("[min_documents] must be"));
    String missing = see("admin", "common?index=page-missing");
    assertTrue(missing, missing.contains("no such index [page-missing]"));
    browser.errors();
  }

  /** The option has a limit, and a long passage is folded. */
  @Test
  public void testLongCommonPassages() {
    put("/page-long", INDEX);
    StringBuilder terms = new StringBuilder();
    for (int i = 0; terms.length() <= 20_000; i++) {
      terms.append("Clause ").append(i).append(" of the terms of use. ");
    }
    Map<String, String> document = Map.of("content", terms.toString());
    http().index("page-long", Map.of("1", document, "2", document), "");
    see("admin", "common?index=page-long&min_documents=2");
    browser.click("[aria-label='Choose passage 1']");
    String text = browser.text("main");
    long height = number("return document.querySelector('.excerpt').offsetHeight");
    delete("/page-long");
    assertTrue(text, text.contains("The option accepts 20,000 characters together."));
    assertTrue(height + " pixels", height < 100);
  }

  private static void find(String id) {
    browser.script("document.querySelector('#document-id').value = arguments[0]", id);
    browser.click("#by-id button");
    settled();
  }

  /** A field without fingerprints: every view by signatures alone, from an estimate to a text. */
  @Test
  public void testAMinHashField() {
    put("/page-titles", TITLES);
    Map<String, Object> documents = new LinkedHashMap<>();
    TEXTS.forEach((id, text) -> documents.put(id, Map.of("content", text)));
    http().index("page-titles", documents, "");
    String overview = see("admin", "overview?index=page-titles&ids=");
    assertTrue(overview, overview.contains("\"field\":\"content.near\""));
    assertCard(overview, "documents", "11");
    cluster("page-titles", "content.near");
    assertCard(see("admin", "overview?index=page-titles"), "stories", "5");
    String members = see("admin", "cluster?index=page-titles&id=dam-1");
    assertTrue(members, members.matches("(?s).*dam-2\\s+\\d\\d %\\s+–\\s+The water authority.*"));
    String pair = "[\"page-titles\",\"dam-1\"]&b=[\"page-titles\",\"dam-2\"]";
    String compared = see("admin", "compare?index=page-titles&a=" + pair);
    assertTrue(compared, compared.matches("(?s).*Stored in the index: similarity \\d\\d %.*"));
    String values = see("admin", "blocks?index=page-titles");
    assertTrue(values, values.contains("6:character:auto:1024:24x2"));
    assertTrue(values, values.contains("No document has a fingerprint"));
    see("admin", "search?index=page-titles");
    search(MUSEUM);
    String found = browser.text("#results");
    assertTrue(found, found.contains("Near-duplicates: 2"));
    assertTrue(found, found.contains("100 %"));
    assertEquals(List.of(), browser.errors());
    delete("/page-titles");
  }

  /** From the top: the link over the head, the choices, the views, then into a view. */
  @Test
  public void testKeyboardAlone() {
    see("admin", "overview?index=page-news");
    browser.press("\uE004");
    assertEquals("skip", browser.script("return document.activeElement.id"));
    browser.press("\uE007");
    assertEquals("main", browser.script("return document.activeElement.id"));
    browser.script("document.activeElement.blur(); document.querySelector('#ids').focus()");
    browser.press("\uE004\uE004\uE007");
    browser.waitFor("location.hash.startsWith('#clusters')");
    settled();
    assertEquals("H2", browser.script("return document.activeElement.tagName"));
    browser.press("\uE004\uE004");
    Object focus = browser.script("return document.activeElement.textContent");
    assertEquals("All, by id", focus);
  }
}
