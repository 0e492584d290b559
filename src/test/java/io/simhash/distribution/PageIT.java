package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * The page {@code _simhash/ui} in a Chromium: every view, wide and narrow, with nothing that axe
 * calls serious; markup as text; and no more than the user may see. Pictures are in target/page.
 */
public class PageIT extends SecurityTestCase {

  private static final String ROLES =
      """
      page_reader:
        indices: [{names: ["page-news", "page-none"], privileges: [read]}]
      page_limited:
        indices: [{names: [page-news], privileges: [read], query: '{"term": {"language": "en"}}'}]
      page_stranger:
        indices: [{names: [elsewhere], privileges: [read]}]
      """;

  private static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content"}}]}""";

  private static final String INDEX =
      """
      {"settings": {"default_pipeline": "page"}, "mappings": {"properties": {
        "content": {"type": "text", "fields": {"passages": {"type": "passages"}}},
        "language": {"type": "keyword"}, "simhash": {"type": "simhash"},
        "cluster_id": {"type": "keyword"}}}}""";

  private static final String DAM =
      "The water authority announced on Thursday that the strengthening of the Greenford dam is"
          + " complete and that the reservoir has passed its filling test. The work took eighteen"
          + " months. Crews poured sixty-two thousand cubic metres of concrete, replaced nine gates"
          + " and built four new measuring stations. At its normal level the reservoir will supply"
          + " one hundred and ten thousand people in three towns and irrigate five thousand"
          + " hectares of farmland.";

  private static final String MUSEUM =
      "The provincial museum will open its new building to the public at the beginning of next"
          + " month. The first exhibition shows more than twelve hundred objects, and almost a"
          + " third of them have never been on display before. Entry is free, but visitors have to"
          + " book a time up to three days ahead.";

  private static final String MARKUP =
      "<script>window.attacked = 1</script><img src=x onerror='window.attacked = 2'> <svg"
          + " onload='window.attacked = 3'></svg> &lt;b&gt; <a href='javascript:attacked=4'>The"
          + " ferry</a> to the northern islands stays in the harbour until the wind is weaker, and"
          + " its passengers sleep in the school next to the station this night.";

  private static final String MARKUP_ID = "<img src=x onerror=attacked=5>";

  /** Texts by id: 11 documents of five stories. */
  private static final Map<String, String> TEXTS = new LinkedHashMap<>();

  private static final int MANY = 12_000;

  private static Browser browser;

  @BeforeClass
  public static void makeIndicesAndBrowser() {
    if (Browser.isInstalled() == false) {
      System.err.println(
          "\n*** PageIT IS SKIPPED: [chromium] and [chromedriver] are missing ***\n");
      assertNull("CI must have [chromium] and [chromedriver]", System.getenv("CI"));
    }
    Assume.assumeTrue(Browser.isInstalled());
    makeUsers(ROLES);
    http().put("/_ingest/pipeline/page", PIPELINE).ok();
    TEXTS.put("dam-1", DAM);
    TEXTS.put("dam-2", DAM.replace("four new", "five new"));
    TEXTS.put("dam-3", DAM.replace("on Thursday", "on Friday").replace("eighteen", "nineteen"));
    TEXTS.put("museum-1", MUSEUM);
    TEXTS.put("museum-2", MUSEUM.replace("Entry is free", "Entry is free for the first month"));
    TEXTS.put("zh-1", Articles.NEWS);
    TEXTS.put("zh-2", Articles.EDIT);
    TEXTS.put("zh-3", Articles.OTHER);
    TEXTS.put(MARKUP_ID, MARKUP);
    TEXTS.put("markup-2", MARKUP.replace("weaker", "<b>weaker</b>"));
    TEXTS.put("letter", "A reader writes about his garden and the old road. " + DAM + " Who pays?");
    Map<String, Object> documents = new LinkedHashMap<>();
    TEXTS.forEach(
        (id, text) ->
            documents.put(
                id, Map.of("content", text, "language", id.startsWith("zh") ? "zh" : "en")));
    http().put("/page-news", INDEX).ok();
    http().index("page-news", documents, "");
    cluster("page-news");
    http().put("/page-none", INDEX).ok();
    http().index("page-none", documents, "");
    http()
        .put("/page-plain", "{\"mappings\": {\"properties\": {\"a\": {\"type\": \"text\"}}}}")
        .ok();
    makeManyClusters();
    browser = new Browser();
  }

  private static void cluster(String index) {
    String options = "{\"field\": \"simhash\", \"update\": {\"field\": \"cluster_id\"}}";
    http().post("/" + index + "/_simhash/clusters", options).ok();
  }

  /** Clusters of two; every third id has one document. */
  private static void makeManyClusters() {
    http().put("/page-many", INDEX.replace("\"default_pipeline\": \"page\"", "")).ok();
    Random random = new Random(26);
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int i = 0; i < MANY; i++) {
      String value = String.format(Locale.ROOT, "%016x", random.nextLong());
      Map<String, Object> document = Map.of("simhash", value, "cluster_id", "c" + i);
      documents.put("a" + i, document);
      if (i % 3 != 0) {
        documents.put("b" + i, document);
      }
    }
    http().index("page-many", documents, "");
  }

  @AfterClass
  public static void closeBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @Before
  public void startWide() {
    size(1280);
    colours("light");
  }

  private static void size(int width) {
    browser.tool(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
  }

  private static void colours(String scheme) {
    Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
    browser.tool("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  private static String address(String user) {
    String login = user == null ? "" : user + ":" + TestClusterBuilder.PASSWORD + "@";
    return "http://" + login + http().uri().getAuthority() + "/_simhash/ui";
  }

  /** Opens a view as a user, and returns its text. */
  private static String see(String user, String view) {
    browser.open("about:blank");
    browser.open(address(user) + "#" + view + "&lang=en");
    return settled();
  }

  private static String settled() {
    browser.waitFor("document.querySelector('main h2') && !document.querySelector('[aria-busy]')");
    return browser.text("main");
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String reference(String id) {
    return encode("[\"page-news\",\"" + id + "\"]");
  }

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
    views.put("skew", "skew?index=page-news");
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
    for (String view : List.of("overview", "cluster", "compare", "search", "skew")) {
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

  private static void search(String text) {
    browser.script("document.querySelector('#paste').value = arguments[0]", text);
    browser.click("#search button");
    settled();
    browser.waitFor("document.querySelector('#results > *')");
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
    String without = see("admin", "overview?index=page-none&ids=");
    assertFalse(without, without.contains("Counted from"));
    assertTrue(without, without.contains("PUT /page-none/_mapping"));
  }

  private static void assertCard(String text, String label, String value) {
    assertTrue(label + " " + value + " in:\n" + text, text.contains(label + "\n" + value + "\n"));
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
  public void testMarkupIsText() {
    String id = encode(MARKUP_ID);
    String ref = reference(MARKUP_ID);
    for (String view :
        List.of(
            "clusters?index=page-news",
            "cluster?index=page-news&id=" + id,
            "cluster?index=page-news&ref=" + ref,
            "compare?index=page-news&a=" + ref + "&b=" + reference("markup-2"),
            "overview?index=" + id,
            "cluster?index=page-news&id=dam-1&ref=" + id)) {
      see("admin", view);
      assertNull(view, browser.script("return window.attacked"));
      assertEquals(
          view, 0L, number("return document.querySelectorAll('main :is(img, script, b)').length"));
    }
    String compared =
        see("admin", "compare?index=page-news&a=" + ref + "&b=" + reference("markup-2"));
    assertTrue(compared, compared.contains("<script>window.attacked = 1</script>"));
    see("admin", "search?index=page-news");
    search(MARKUP);
    assertTrue(browser.text("#results").contains("<img src=x"));
    assertNull(browser.script("return window.attacked"));
    // Even code of the page could not run a script or an address from elsewhere.
    Object blocked =
        browser.script(
            """
            return new Promise(done => {
              document.addEventListener('securitypolicyviolation', e => done(e.effectiveDirective));
              const script = document.createElement('script');
              script.textContent = 'window.attacked = 6';
              document.body.append(script);
            })""");
    assertEquals("script-src-elem", blocked);
    browser.errors();
  }

  private static long number(String script) {
    return ((Number) browser.script(script)).longValue();
  }

  @Test
  public void testUsersSeeWhatTheyMaySee() {
    String reader = see("page_reader", "overview?index=page-news");
    assertCard(reader, "documents", "11");
    assertEquals(
        List.of("page-news", "page-none"),
        browser.script("return [...document.querySelectorAll('#index option')].map(o => o.value)"));
    String both = "&a=" + reference("dam-1") + "&b=" + reference("dam-3");
    String compared = see("page_reader", "compare?index=page-news" + both);
    assertTrue(compared, compared.contains("it needs the cluster privilege monitor"));
    assertTrue(compared, compared.contains("Friday"));
    String skew = see("page_reader", "skew?index=page-news");
    assertTrue(skew, skew.contains("This needs the index privilege monitor."));
    String other = see("page_reader", "overview?index=page-many");
    assertTrue(other, other.contains("You may not see this"));
    String limited = see("page_limited", "overview?index=page-news");
    assertCard(limited, "documents", "8");
    String hidden = see("page_limited", "compare?index=page-news" + both.replace("dam-3", "zh-1"));
    assertTrue(hidden, hidden.contains("There is no document zh-1"));
    String none = see("page_stranger", "overview?x");
    assertTrue(none, none.contains("No index that you can read has a simhash field."));
    browser.errors();
  }

  /** A node without the module analysis-common makes no API key: only the header is checked. */
  @Test
  public void testAnApiKeyIsKeptInMemoryOnly() {
    see("page_stranger", "overview?x");
    useKey("wrong:key");
    String refused = browser.text("main");
    assertTrue(refused, refused.contains("Elasticsearch does not know who you are."));
    assertEquals("API key in use", browser.text("#key-button"));
    browser.script(
        """
        window.asked = [];
        const fetched = window.fetch;
        window.fetch = (address, options) => {
          window.asked.push(options.headers.Authorization + ' ' + options.credentials);
          return fetched(address, options);
        }""");
    useKey("wrong:key");
    String sent = "ApiKey d3Jvbmc6a2V5 omit";
    assertEquals(List.of(sent), browser.script("return window.asked"));
    assertEquals(
        0L, number("return localStorage.length + sessionStorage.length + document.cookie.length"));
    browser.click("#key-button");
    browser.click("#key-forget");
    String forgotten = settled();
    assertTrue(forgotten, forgotten.contains("No index that you can read"));
    assertEquals(List.of(sent, "undefined same-origin"), browser.script("return window.asked"));
    browser.errors();
  }

  private static void useKey(String key) {
    browser.click("#key-button");
    browser.press(key + "\uE007");
    settled();
  }

  @Test
  public void testIndicesThatThePageCannotShow() {
    String plain = see("admin", "clusters?index=page-plain");
    assertTrue(plain, plain.contains("The index page-plain has no simhash field"));
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
    search("He adds: «" + DAM.substring(150, 360) + "» and asks who is going to pay for this.");
    found = browser.text("#results");
    assertTrue(found, found.contains("Documents that share a passage: 3"));
    Object mark = browser.script("return document.querySelector('#results mark').textContent");
    assertTrue(mark.toString(), DAM.contains(mark.toString()));
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
