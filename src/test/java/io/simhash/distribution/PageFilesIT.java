package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.SecurityTestCase;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.BeforeClass;
import org.junit.Test;

/** How the files of the page {@code _simhash/ui} are served. */
public class PageFilesIT extends SecurityTestCase {

  @BeforeClass
  public static void makeUser() {
    makeUsers("page_files: {indices: []}\n");
  }

  private static HttpResponse<String> get(String path, Http user)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(http().uri().resolve(path));
    if (user != null) {
      request.header("Authorization", user.authorization());
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Every user may load the page, which has no data in it. */
  @Test
  public void testHeaders() throws IOException, InterruptedException {
    String[][] files = {
      {"/_simhash/ui", "text/html"},
      {"/_simhash/ui/style.css", "text/css"},
      {"/_simhash/ui/app.js", "text/javascript"}
    };
    for (String[] file : files) {
      HttpResponse<String> response = get(file[0], as("page_files"));
      assertEquals(response.body(), 200, response.statusCode());
      assertEquals(file[1] + "; charset=UTF-8", header(response, "Content-Type"));
      assertEquals("nosniff", header(response, "X-Content-Type-Options"));
      assertEquals("no-cache", header(response, "Cache-Control"));
      assertEquals(
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src"
              + " 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
          header(response, "Content-Security-Policy"));
    }
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse(null);
  }

  @Test
  public void testTheBrowserAsksWhoTheUserIs() throws IOException, InterruptedException {
    HttpResponse<String> response = get("/_simhash/ui", null);
    assertEquals(401, response.statusCode());
    assertTrue(
        response.headers().allValues("WWW-Authenticate").stream()
            .anyMatch(scheme -> scheme.startsWith("Basic ")));
  }

  @Test
  public void testNoOtherFile() throws IOException, InterruptedException {
    for (String name : new String[] {"other.js", "..%2fidf%2fen.tsv.gz", "%2e%2e", "INDEX.HTML"}) {
      HttpResponse<String> response = get("/_simhash/ui/" + name, as("page_files"));
      assertTrue(name + response.statusCode(), response.statusCode() >= 400);
      assertTrue(name, response.statusCode() < 500);
    }
  }

  @Test
  public void testAddressWithASlashAtTheEnd() throws IOException, InterruptedException {
    HttpResponse<String> response = get("/_simhash/ui/", as("page_files"));
    assertEquals(301, response.statusCode());
    assertEquals("../ui", header(response, "Location"));
  }
}
