package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.PageTestCase;
import java.util.List;
import org.junit.BeforeClass;
import org.junit.Test;

/** The page runs nothing that is in documents, and shows no more than the user may see. */
public class PageSecurityIT extends PageTestCase {

  private static final String ROLES =
      """
      page_reader:
        indices: [{names: ["page-news", "page-none"], privileges: [read]}]
      page_limited:
        indices: [{names: [page-news], privileges: [read], query: '{"term": {"language": "en"}}'}]
      page_stranger:
        indices: [{names: [elsewhere], privileges: [read]}]
      """;

  @BeforeClass
  public static void makeUsers() {
    makeUsers(ROLES);
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
            "common?index=page-news&min_documents=2",
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
    String blocks = see("page_reader", "blocks?index=page-news");
    assertTrue(blocks, blocks.contains("Block 3"));
    String other = see("page_reader", "overview?index=page-many");
    assertTrue(other, other.contains("You may not see this"));
    String limited = see("page_limited", "overview?index=page-news");
    assertCard(limited, "documents", "8");
    String common = "common?index=page-news&min_documents=2";
    assertTrue(see("page_reader", common).contains("zh-1"));
    String visible = see("page_limited", common);
    assertTrue(visible, visible.contains("dam-1"));
    assertFalse(visible, visible.contains("zh-1"));
    assertTrue(see("page_reader", common.replace("news", "many")).contains("You may not see this"));
    String hidden = see("page_limited", "compare?index=page-news" + both.replace("dam-3", "zh-1"));
    assertTrue(hidden, hidden.contains("There is no document zh-1"));
    String none = see("page_stranger", "overview?x");
    assertTrue(none, none.contains("No index that you can read has a simhash or minhash field."));
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
}
