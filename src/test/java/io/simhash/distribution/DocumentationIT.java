package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeNoException;

import io.simhash.distribution.helper.Distribution;
import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.DocumentationPage;
import io.simhash.distribution.helper.Reindexing;
import io.simhash.distribution.helper.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Test;

/**
 * Runs every example of the documentation, in order, and compares each response that is shown. A
 * page begins without indices.
 *
 * <p>A {@code console} block is a request. A {@code json} block after it is a part of the response:
 * the fields shown must be there and equal, numbers to six digits. {@code "..."} is any value, and
 * at the end of an array any further elements. A request without a shown {@code status} must
 * succeed.
 *
 * <p>The distribution has few modules. A {@code console-reindex} block is a request for the module
 * {@code reindex}: {@link Reindexing} carries it out by search and bulk. A {@code console-modules}
 * block needs others, and is left out with its response. A node that has the module {@code reindex}
 * runs both ({@code bin/try-full}).
 */
public class DocumentationIT extends DistributionTestCase {

  private static final Pattern BLOCK =
      Pattern.compile(
          "^```(console|console-reindex|console-modules|json)\\n(.*?)^```$",
          Pattern.MULTILINE | Pattern.DOTALL);

  private static final String ANYTHING = "...";

  private static final Path EXISTING = Path.of("docs/existing_index.md");

  /** Runs a script whose requests name a user: the arguments are the header and the script's. */
  private static final String AS_USER =
      """
      import runpy, sys, urllib.request
      opener = urllib.request.build_opener()
      opener.addheaders = [("Authorization", sys.argv.pop(1))]
      urllib.request.install_opener(opener)
      del sys.argv[0]
      runpy.run_path(sys.argv[0], run_name="__main__")
      """;

  private static final long SCRIPT_SECONDS = 60;

  @Test
  public void testExamplesGiveTheResponsesShown() throws IOException {
    boolean full = get("/_nodes/_local/plugins").text().contains("\"name\":\"reindex\"");
    int examples = 0;
    for (Path page : pages()) {
      examples += run(page, full);
    }
    assertTrue("only [" + examples + "] examples were found", examples >= 5);
    System.out.println(
        examples
            + " examples of the documentation give the responses shown"
            + (full ? ", also those that need further modules" : ""));
  }

  /** The script of docs/idf.md makes the file that the page shows, from the texts that it shows. */
  @Test
  public void testTheScriptMakesTheIdfFile() throws IOException, InterruptedException {
    assertEquals(
        DocumentationPage.block(DocumentationPage.IDF, "tsv"),
        runScript(
            DocumentationPage.IDF,
            DocumentationPage.block(DocumentationPage.IDF, "text"),
            "standard",
            "2"));
  }

  /** The script of docs/existing_index.md, on more documents than it reads at a time. */
  @Test
  public void testTheScriptIndexesAgain() throws IOException, InterruptedException {
    String pipeline = "{\"processors\": [{\"simhash\": {\"field\": \"body\"}}]}";
    put("/_ingest/pipeline/existing", pipeline);
    put("/existing", "{\"mappings\": {\"properties\": {\"simhash\": {\"type\": \"simhash\"}}}}");
    Map<String, Object> documents = new HashMap<>();
    for (int i = 0; i < 700; i++) {
      documents.put(
          "" + i, Map.of("body", "Heavy snow closed the pass " + i + " for the third day"));
    }
    documents.put("refused", Map.of("title", "without a body"));
    http().index("existing", documents, "");
    put("/existing/_doc/routed?routing=here&refresh", "{\"body\": \"Snow\"}");
    String refused = "refused field [body] not present as part of path [body]\n";
    assertEquals(refused, runScript(EXISTING, "", "existing", "existing", "simhash"));
    post("/existing/_refresh", null);
    String count = "{\"query\": {\"exists\": {\"field\": \"simhash\"}}}";
    assertEquals((Integer) 701, post("/existing/_count", count).at("count"));
    get("/existing/_doc/routed?routing=here");
    // A multi-field is filled without a pipeline.
    put(
        "/existing/_mapping",
        """
        {"properties": {"body": {"type": "text", "fields": {
          "near": {"type": "simhash", "analyzer": "standard"}}}}}""");
    assertEquals("", runScript(EXISTING, "", "existing", "_none", "body.near"));
    post("/existing/_refresh", null);
    String filled = "{\"query\": {\"exists\": {\"field\": \"body.near\"}}}";
    assertEquals((Integer) 701, post("/existing/_count", filled).at("count"));
  }

  /** What the Python script of a page prints, with the node's address before the arguments. */
  private static String runScript(Path page, String input, String... arguments)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("simhash-script");
    Path script =
        Files.writeString(folder.resolve("script.py"), DocumentationPage.block(page, "python"));
    Path read = Files.writeString(folder.resolve("input.txt"), input);
    Path printed = folder.resolve("output.txt");
    List<String> command = new ArrayList<>(List.of("python3", "-c", AS_USER));
    command.addAll(List.of(http().authorization(), script.toString(), http().uri().toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(read.toFile())
            .redirectOutput(printed.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("no_proxy", "*");
    Process process = null;
    try {
      process = builder.start();
    } catch (IOException e) {
      String skipped = "the script of " + page + " is not tested: there is no [python3]";
      System.err.println(skipped);
      assumeNoException(skipped, e);
    }
    assertTrue("the script ends", process.waitFor(SCRIPT_SECONDS, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue());
    String output = Files.readString(printed);
    Distribution.delete(folder);
    return output;
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md"), Path.of("README.zh.md")));
    try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
      docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  private static int run(Path page, boolean full) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(page, StandardCharsets.UTF_8));
    Response response = null;
    boolean leftOut = false;
    int examples = 0;
    delete("/*");
    while (block.find()) {
      String kind = block.group(1);
      if (kind.equals("json")) {
        if (leftOut == false) {
          compare(page, response, block.group(2));
        }
        response = null;
        continue;
      }
      requireSuccess(response);
      leftOut = kind.equals("console-modules") && full == false;
      response = leftOut ? null : send(kind, block.group(2), full);
      examples += leftOut ? 0 : 1;
    }
    requireSuccess(response);
    return examples;
  }

  private static void requireSuccess(Response response) {
    if (response != null) {
      response.ok();
    }
  }

  private static Response send(String kind, String request, boolean full) {
    String[] lines = request.split("\n", 2);
    String[] words = lines[0].strip().split(" ");
    String body = lines[1].isBlank() ? null : lines[1];
    return kind.equals("console-reindex") && full == false
        ? Reindexing.run(http(), words[1], body)
        : http().request(words[0], words[1], body);
  }

  private static void compare(Path page, Response response, String shown) {
    Map<String, Object> expected =
        XContentHelper.convertToMap(XContentType.JSON.xContent(), shown, true);
    if (expected.containsKey("status") == false) {
      requireSuccess(response);
    }
    Map<String, Object> actual =
        XContentHelper.convertToMap(XContentType.JSON.xContent(), response.text(), true);
    List<String> differences = new ArrayList<>();
    compare("", expected, actual, differences);
    assertTrue(
        page + " shows another response: " + differences + "\n" + response, differences.isEmpty());
  }

  private static void compare(
      String path, Object expected, Object actual, List<String> differences) {
    if (ANYTHING.equals(expected)) {
      return;
    }
    if (expected instanceof Map<?, ?> map && actual instanceof Map<?, ?> actualMap) {
      map.forEach(
          (key, value) -> compare(path + "/" + key, value, actualMap.get(key), differences));
    } else if (expected instanceof List<?> list && actual instanceof List<?> actualList) {
      boolean open = list.isEmpty() == false && ANYTHING.equals(list.get(list.size() - 1));
      int shown = open ? list.size() - 1 : list.size();
      if (open ? actualList.size() < shown : actualList.size() != shown) {
        differences.add(path + " has [" + actualList.size() + "] elements");
        return;
      }
      for (int i = 0; i < shown; i++) {
        compare(path + "/" + i, list.get(i), actualList.get(i), differences);
      }
    } else if (same(expected, actual) == false) {
      differences.add(path + " is [" + actual + "] and not [" + expected + "]");
    }
  }

  private static boolean same(Object expected, Object actual) {
    if (expected instanceof Number e && actual instanceof Number a) {
      return Math.abs(e.doubleValue() - a.doubleValue()) <= 1e-6 * Math.abs(e.doubleValue());
    }
    return expected == null ? actual == null : expected.equals(actual);
  }
}
