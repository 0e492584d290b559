package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.Test;

/**
 * The cases of {@code cases.txt}, reports of users, by the pipeline and the query of the README:
 * the documents that the query finds, that clusters join, that {@code drop} keeps and whose
 * passages are marked.
 */
public class CasesIT extends DistributionTestCase {

  private static final Path FILE = Path.of("src/test/resources/cases.txt");

  /**
   * A case.
   *
   * @param options options of the processor {@code simhash}, JSON
   * @param docs page and sentence that say what is out of scope; null if nothing is
   * @param right by id, the documents that the query finds, each with its condition
   * @param kept the documents that {@code drop} keeps; null if the case does not say
   * @param passages by id, the documents that contain its text
   */
  private record Case(
      String name,
      String options,
      String docs,
      Map<String, String> documents,
      Map<String, List<String>> right,
      List<String> kept,
      Map<String, List<String>> passages) {}

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (String block : Files.readString(FILE).split("(?m)^(?=case: )")) {
      if (block.startsWith("#") == false) {
        cases.add(read(block));
      }
    }
    assertTrue("" + cases.size(), cases.size() > 20);
    return cases;
  }

  private static Case read(String block) {
    Map<String, String> single = new LinkedHashMap<>();
    Map<String, String> documents = new LinkedHashMap<>();
    Map<String, List<String>> right = new LinkedHashMap<>();
    Map<String, List<String>> passages = new LinkedHashMap<>();
    for (String line : block.lines().filter(line -> line.isBlank() == false).toList()) {
      int colon = line.indexOf(':');
      String[] key = line.substring(0, colon).split(" ");
      String value = line.substring(colon + 1).trim();
      switch (key[0]) {
        case "document" -> documents.put(key[1], text(value, documents));
        case "right" -> right.put(key[1], words(value));
        case "passage" -> passages.put(key[1], words(value));
        case "case", "situation", "options", "docs", "kept" -> single.put(key[0], value);
        default -> throw new AssertionError(line);
      }
    }
    return new Case(
        single.get("case"),
        single.getOrDefault("options", "{}"),
        single.get("docs"),
        documents,
        right,
        single.containsKey("kept") ? words(single.get("kept")) : null,
        passages);
  }

  private static List<String> words(String value) {
    return value.isEmpty() ? List.of() : List.of(value.split(" "));
  }

  private static String text(String value, Map<String, String> documents) {
    if (value.startsWith("@")) {
      List<String> form = words(value);
      return form(form.get(0).substring(1), documents.get(form.get(1)));
    }
    int picture = value.indexOf("@picture ");
    return picture < 0
        ? value
        : value.substring(0, picture) + picture(Integer.parseInt(value.substring(picture + 9)));
  }

  /** A text in another form. */
  private static String form(String form, String text) {
    return switch (form) {
      case "nfd" -> Normalizer.normalize(text, Normalizer.Form.NFD);
      case "zwsp" -> text.replaceAll("(\\w{2})(?=\\w)", "$1\u200b");
      case "zwj" -> text.replaceAll("(\\w{2})(?=\\w)", "$1\u200d");
      case "wj" -> text.replaceAll("(\\w{2})(?=\\w)", "$1\u2060");
      case "shy" -> text.replaceAll("(\\p{L}{3})(?=\\p{L}{2})", "$1\u00ad");
      case "rlm" -> text.replaceAll("(?<= |^)", "\u200f");
      case "spaces" -> text.replace(" ", "");
      case "capitals" -> text.toUpperCase(Locale.ROOT);
      case "struck" -> text.replaceAll("(\\p{L})", "$1\u0336");
      case "vowels" -> text.replaceAll("(\\p{L})", "$1\u064e");
      case "tatweel" -> text.replaceAll("(?<=[بتسشصفقكلمني])(?=\\p{L})", "\u0640");
      case "full" ->
          text.chars()
              .map(c -> c == ' ' ? 0x3000 : c + 0xfee0)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      case "accents" ->
          letters(Normalizer.normalize(text, Normalizer.Form.NFD), "đ", "d", "ß", "ss")
              .replaceAll("\\p{Mn}", "");
      case "ae" -> letters(text, "ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "Ä", "Ae", "Ö", "Oe");
      case "alef" -> letters(text, "أ", "ا", "إ", "ا", "آ", "ا", "ى", "ي", "ة", "ه");
      case "kaf" -> letters(text, "ک", "ك", "ی", "ي");
      case "homoglyphs" -> letters(text, "a", "а", "e", "е", "o", "о", "p", "р", "c", "с");
      case "markup" ->
          "<div class=\"story\"><p style=\"margin:0\">"
              + text.replace(" ", "</span> <span class=\"word\">")
              + "</p></div>";
      case "misread50" -> misread(text, 50);
      case "misread16" -> misread(text, 16);
      default -> throw new AssertionError(form);
    };
  }

  private static String letters(String text, String... pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      text = text.replace(pairs[i], pairs[i + 1]);
    }
    return text;
  }

  /** The text with every n-th letter misread. */
  private static String misread(String text, int n) {
    StringBuilder misread = new StringBuilder(text);
    int letters = 0;
    for (int i = 0; i < text.length(); i++) {
      if (Character.isLetter(text.charAt(i)) && ++letters % n == 0) {
        misread.setCharAt(i, text.charAt(i) == 'q' ? 'z' : 'q');
      }
    }
    return misread.toString();
  }

  private static String picture(int seed) {
    Random random = new Random(seed);
    StringBuilder picture = new StringBuilder("data:image/png;base64,");
    for (int i = 0; i < 400; i++) {
      picture.append((char) ((random.nextBoolean() ? 'a' : 'A') + random.nextInt(26)));
    }
    return picture.toString();
  }

  /** Puts the pipeline of the README, with more processors behind it, and its index. */
  private static void put(String index, Case each, String processors) {
    String options = each.options().substring(1, each.options().length() - 1);
    put(
        "/_ingest/pipeline/" + index,
        """
            {"processors": [{"simhash": {"field": "content", "ignore_missing": true%s}}%s]}"""
            .formatted(options.isEmpty() ? "" : ", " + options, processors));
    delete("/" + index + "?ignore_unavailable=true");
    put(
        "/" + index,
        """
            {"settings": {"index.default_pipeline": "%s"}, "mappings": {"properties": {
              "content": {"type": "text", "fields": {"passages": {"type": "passages"}}},
              "cluster": {"type": "keyword"}, "simhash": {"type": "simhash"}}}}"""
            .formatted(index));
  }

  private static void index(Case each, Map<String, String> documents) {
    put("cases", each, "");
    Map<String, Object> bodies = new LinkedHashMap<>();
    documents.forEach((id, text) -> bodies.put(id, Map.of("content", text)));
    http().index("cases", bodies, "");
  }

  /** The other documents that the query of the README finds, with their scores. */
  private static Map<String, Double> found(String id) {
    Response response =
        post(
            "/cases/_search",
            """
                {"_source": false, "size": 100, "query": {"simhash_near": {"field": "simhash",
                  "like": {"_index": "cases", "_id": "%s"}}}}"""
                .formatted(id));
    Map<String, Double> found = new TreeMap<>();
    List<Map<String, Object>> hits = response.at("hits.hits");
    hits.forEach(hit -> found.put((String) hit.get("_id"), (Double) hit.get("_score")));
    found.remove(id);
    return found;
  }

  private static boolean right(List<String> expected, Map<String, Double> found) {
    return expected.size() == found.size()
        && expected.stream().allMatch(condition -> holds(condition, found));
  }

  /**
   * Whether a document was found as {@code id}, {@code id=1}, {@code id<1} or {@code id>.9} says.
   */
  private static boolean holds(String condition, Map<String, Double> found) {
    String[] parts = condition.split("(?=[=<>])", 2);
    Double score = found.get(parts[0]);
    if (score == null || parts.length == 1) {
      return score != null;
    }
    double bound = Double.parseDouble(parts[1].substring(1));
    return switch (parts[1].charAt(0)) {
      case '=' -> score == bound;
      case '<' -> score < bound;
      default -> score >= bound;
    };
  }

  @Test
  public void testQuery() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Case each : cases()) {
      index(each, each.documents());
      each.right()
          .forEach(
              (id, expected) -> {
                Map<String, Double> found = found(id);
                if (right(expected, found) == false) {
                  wrong.add(each.name() + " " + id + ": " + expected + " but " + found);
                }
              });
    }
    assertEquals(String.join("\n", wrong), 0, wrong.size());
  }

  /** What is not found, or found although a reader would not ask for it, is written in the docs. */
  @Test
  public void testDocs() throws IOException {
    for (Case each : cases()) {
      if (each.docs() != null) {
        String[] docs = each.docs().split(" \\| ", 2);
        String page = Files.readString(Path.of("docs", docs[0]));
        String says = docs[1].startsWith("## ") ? "\n" + docs[1] + "\n" : docs[1];
        assertTrue(each.name() + ": " + each.docs(), page.contains(says));
      }
    }
  }

  /** Documents with the similarity 1 are in one cluster. */
  @Test
  public void testClusters() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Case each : cases()) {
      index(each, each.documents());
      post(
          "/cases/_simhash/clusters",
          """
              {"field": "simhash", "update": {"field": "cluster"}}""");
      each.right()
          .forEach(
              (id, expected) -> {
                for (String condition : expected) {
                  if (condition.endsWith("=1")) {
                    String same = condition.substring(0, condition.length() - 2);
                    if (cluster(id).equals(cluster(same)) == false) {
                      wrong.add(each.name() + " " + id + " " + same);
                    }
                  }
                }
              });
    }
    assertEquals(List.of(), wrong);
  }

  private static String cluster(String id) {
    return get("/cases/_doc/" + id).at("_source.cluster");
  }

  @Test
  public void testDrop() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Case each : cases()) {
      if (each.kept() != null) {
        put("cases", each, ", {\"near_duplicate\": {\"on_duplicate\": \"drop\"}}");
        each.documents()
            .forEach((id, text) -> http().index("cases", Map.of(id, Map.of("content", text)), ""));
        TreeSet<String> kept = new TreeSet<>(http().get("/cases/_search?size=100").ids());
        if (kept.equals(new TreeSet<>(each.kept())) == false) {
          wrong.add(each.name() + ": " + each.kept() + " but " + kept);
        }
      }
    }
    assertEquals(String.join("\n", wrong), 0, wrong.size());
  }

  private static final String BEFORE = "Two bakers have opened a shop in the old station. ";
  private static final String AFTER = " Everybody may wait inside.";

  /** A passage of a longer text is found and marked as it was written: no letter is torn apart. */
  @Test
  public void testPassages() throws IOException {
    for (Case each : cases()) {
      for (Map.Entry<String, List<String>> passage : each.passages().entrySet()) {
        for (String id : passage.getValue()) {
          String page = BEFORE + each.documents().get(id) + AFTER;
          index(each, Map.of("asked", each.documents().get(passage.getKey()), "page", page));
          assertEquals(
              each.name() + " " + id,
              BEFORE + "<em>" + each.documents().get(id) + "</em>" + AFTER,
              marked(each.name() + " " + id));
        }
      }
    }
  }

  /** The page with its marks; a full stop at the end of the passage may be left out of them. */
  private static String marked(String name) {
    Response found =
        post(
            "/cases/_search",
            """
                {"_source": false, "query": {"bool": {"filter": {"ids": {"values": ["page"]}},
                  "must": {"shared_passages": {"field": "content.passages",
                    "like": {"_index": "cases", "_id": "asked"}}}}},
                 "highlight": {"fields": {"content": {"type": "shared_passages",
                   "number_of_fragments": 0}}}}""");
    assertEquals(name, List.of("page"), found.ids());
    return found
        .<String>at("hits.hits.0.highlight.content.0")
        .replaceAll("</em>([.。．])", "$1</em>");
  }
}
