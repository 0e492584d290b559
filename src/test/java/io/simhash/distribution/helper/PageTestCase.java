package io.simhash.distribution.helper;

import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;

/**
 * Base of the tests that look at the page {@code _simhash/ui} with a Chromium: data, users, a
 * browser.
 */
public abstract class PageTestCase extends SecurityTestCase {

  protected static final String PIPELINE =
      """
      {"processors": [{"simhash": {"field": "content"}}]}""";

  protected static final String INDEX =
      """
      {"settings": {"default_pipeline": "page"}, "mappings": {"properties": {
        "content": {"type": "text", "fields": {"passages": {"type": "passages"}}},
        "language": {"type": "keyword"}, "simhash": {"type": "simhash"},
        "cluster_id": {"type": "keyword"}}}}""";

  protected static final String TITLES =
      """
      {"mappings": {"properties": {
        "content": {"type": "text", "fields": {"near": {"type": "minhash", "shingle": {}}}},
        "cluster_id": {"type": "keyword"}}}}""";

  protected static final String DAM =
      "The water authority announced on Thursday that the strengthening of the Greenford dam is"
          + " complete and that the reservoir has passed its filling test. The work took eighteen"
          + " months. Crews poured sixty-two thousand cubic metres of concrete, replaced nine gates"
          + " and built four new measuring stations. At its normal level the reservoir will supply"
          + " one hundred and ten thousand people in three towns and irrigate five thousand"
          + " hectares of farmland.";

  protected static final String MUSEUM =
      "The provincial museum will open its new building to the public at the beginning of next"
          + " month. The first exhibition shows more than twelve hundred objects, and almost a"
          + " third of them have never been on display before. Entry is free, but visitors have to"
          + " book a time up to three days ahead.";

  protected static final String MARKUP =
      "<script>window.attacked = 1</script><img src=x onerror='window.attacked = 2'> <svg"
          + " onload='window.attacked = 3'></svg> &lt;b&gt; <a href='javascript:attacked=4'>The"
          + " ferry</a> to the northern islands stays in the harbour until the wind is weaker, and"
          + " its passengers sleep in the school next to the station this night.";

  protected static final String MARKUP_ID = "<img src=x onerror=attacked=5>";

  /** Texts by id: 11 documents of five stories. */
  protected static final Map<String, String> TEXTS = new LinkedHashMap<>();

  protected static final int MANY = 12_000;

  protected static Browser browser;

  @BeforeClass
  public static void makeIndicesAndBrowser() {
    if (Browser.isInstalled() == false) {
      System.err.println(
          "\n*** THE TESTS OF THE PAGE ARE SKIPPED: [chromium] and [chromedriver] are missing ***\n");
      assertNull("CI must have [chromium] and [chromedriver]", System.getenv("CI"));
    }
    Assume.assumeTrue(Browser.isInstalled());
    put("/_ingest/pipeline/page", PIPELINE);
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
    put("/page-news", INDEX);
    http().index("page-news", documents, "");
    cluster("page-news", "simhash");
    put("/page-none", INDEX);
    http().index("page-none", documents, "");
    put("/page-plain", "{\"mappings\": {\"properties\": {\"a\": {\"type\": \"text\"}}}}");
    makeManyClusters();
    browser = new Browser();
  }

  protected static void cluster(String index, String field) {
    String options = "{\"field\": \"" + field + "\", \"update\": {\"field\": \"cluster_id\"}}";
    post("/" + index + "/_simhash/clusters", options);
  }

  /** Clusters of two; every third id has one document. */
  protected static void makeManyClusters() {
    put("/page-many", INDEX.replace("\"default_pipeline\": \"page\"", ""));
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

  protected static void size(int width) {
    browser.tool(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 800, "deviceScaleFactor", 1, "mobile", false));
  }

  protected static void colours(String scheme) {
    Map<String, String> feature = Map.of("name", "prefers-color-scheme", "value", scheme);
    browser.tool("Emulation.setEmulatedMedia", Map.of("features", List.of(feature)));
  }

  protected static String address(String user) {
    String login = user == null ? "" : user + ":" + TestClusterBuilder.PASSWORD + "@";
    return "http://" + login + http().uri().getAuthority() + "/_simhash/ui";
  }

  /** Opens a view as a user, and returns its text. */
  protected static String see(String user, String view) {
    browser.open("about:blank");
    browser.open(address(user) + "#" + view + "&lang=en");
    return settled();
  }

  protected static String settled() {
    browser.waitFor("document.querySelector('main h2') && !document.querySelector('[aria-busy]')");
    return browser.text("main");
  }

  protected static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  protected static String reference(String id) {
    return encode("[\"page-news\",\"" + id + "\"]");
  }

  protected static void search(String text) {
    browser.script("document.querySelector('#paste').value = arguments[0]", text);
    browser.click("#search button");
    settled();
    browser.waitFor("document.querySelector('#results > *')");
  }

  protected static void assertCard(String text, String label, String value) {
    assertTrue(label + " " + value + " in:\n" + text, text.contains(label + "\n" + value + "\n"));
  }

  protected static long number(String script) {
    return ((Number) browser.script(script)).longValue();
  }
}
