package io.simhash.elasticsearch.query;

import static org.hamcrest.Matchers.containsString;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.HashedSet.SetOverlap;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.CharacterShingles;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;

/** The defaults of confirm against the Jaccard similarities of all texts. */
public class ConfirmDefaultsTests extends NearQueryNode {

  private static final String MAPPING_OF_TEXTS =
      """
      {"properties": {
        "fp": {"type": "simhash"},
        "content": {"type": "text", "fields": {
          "near": {"type": "simhash", "analyzer": "standard", "min_token_length": 1},
          "of_five": {"type": "simhash", "analyzer": "standard", "min_token_length": 1,
                      "signature": {"shingle": {"size": 5}}},
          "none": {"type": "simhash", "analyzer": "standard", "min_token_length": 1, "signature": false},
          "three": {"type": "minhash", "shingle": {"size": 3}},
          "auto": {"type": "minhash", "shingle": {}}}}
      }}
      """;

  private static final Shingling AUTO = Shingling.AUTO_CHARACTERS;

  private final Map<String, String> texts = new HashMap<>();
  private String text;

  /** A text and copies of it in which more and more words are replaced. */
  private void createTexts() {
    Settings settings = Settings.builder().put("index.number_of_shards", between(1, 2)).build();
    createIndexOf("texts", settings, MAPPING_OF_TEXTS);
    boolean chinese = randomBoolean();
    List<String> words = randomList(80, 80, () -> word(chinese));
    text = String.join(chinese ? "" : " ", words);
    for (int i = 0; i < 30; i++) {
      String[] copy = words.toArray(String[]::new);
      for (int replaced = 0; replaced < i; replaced++) {
        copy[between(0, copy.length - 1)] = word(chinese);
      }
      texts.put("t" + i, String.join(chinese ? "" : " ", copy));
    }
    texts.forEach(
        (id, content) -> index("texts", id, "{\"fp\": 0, \"content\": \"" + content + "\"}"));
  }

  private static String word(boolean chinese) {
    if (chinese == false) {
      return randomAlphaOfLengthBetween(3, 8);
    }
    return Character.toString(between(0x4e00, 0x9fa5))
        + Character.toString(between(0x4e00, 0x9fa5));
  }

  private static Shingling ofCharacters(int size) {
    return new Shingling(Shingling.Unit.CHARACTER, size);
  }

  private double jaccard(Shingling shingling, String other) {
    return overlap(shingling, other).jaccard();
  }

  private SetOverlap overlap(Shingling shingling, String other) {
    return hashes(text, shingling).overlap(hashes(other, shingling));
  }

  private static HashedSet hashes(String text, Shingling shingling) {
    return HashedSet.of(
        CharacterShingles.distinct(text, shingling.size()).stream()
            .mapToLong(FeatureHash.XXH3::hash));
  }

  private List<String> expected(Predicate<String> holds) {
    return texts.keySet().stream().filter(id -> holds.test(texts.get(id))).sorted().toList();
  }

  private List<String> expected(Shingling shingling, double min) {
    return expected(other -> jaccard(shingling, other) >= min);
  }

  private List<String> found(QueryBuilder query) {
    return answer(query, "texts").ids();
  }

  /** All documents are candidates: confirm alone decides. */
  private QueryBuilder confirmed(String field, String source, String options) {
    String near =
        "{\"simhash_near\": {\"field\": \"%s\", %s, \"max_distance\": 64," + " \"confirm\": {%s}}}";
    return query(near.formatted(field, source, "\"field\": \"content\"" + options));
  }

  private String text() {
    return "\"text\": \"" + text + "\"";
  }

  public void testShinglesSuitEveryScriptWhereNoSignatureSaysOthers() {
    createTexts();
    String given = ", " + text();
    assertEquals(expected(AUTO, .5), found(confirmed("fp", "\"fingerprint\": 0", given)));
    assertEquals(expected(AUTO, .5), found(confirmed("content.none", text(), "")));
    assertEquals(expected(AUTO, .5), found(confirmed("content.near", text(), "")));
    assertTrue(expected(AUTO, .5).toString(), expected(AUTO, .5).size() > 1);
    assertTrue(expected(AUTO, .5).toString(), expected(AUTO, .5).size() < texts.size());
  }

  public void testTheSignatureOfTheQuerySaysTheShingles() {
    createTexts();
    for (Shingling shingling : List.of(AUTO, ofCharacters(5), ofCharacters(2))) {
      Signature signature =
          new TextMinHasher(new Bands(64, 16, 2), Optional.of(new TextShingles(shingling, null)))
              .of(List.of(text))
              .orElseThrow();
      String source = "\"fingerprint\": 0, \"signature\": \"" + signature.toBase64() + "\"";
      for (String field : List.of("fp", "content.of_five")) {
        // The signature of the query goes before that of the field.
        assertEquals(expected(shingling, .5), found(confirmed(field, source, ", " + text())));
      }
    }
    // A set of whole strings has no shingles.
    String set =
        new SignatureParameters(Optional.empty(), Bands.DEFAULT)
            .signature(new long[1024])
            .toBase64();
    String ofSet = "\"fingerprint\": 0, \"signature\": \"" + set + "\"";
    assertEquals(expected(AUTO, .5), found(confirmed("fp", ofSet, ", " + text())));
    assertEquals(
        expected(ofCharacters(5), .5), found(confirmed("content.of_five", ofSet, ", " + text())));
  }

  public void testTheFieldSaysTheShingles() {
    createTexts();
    assertEquals(expected(ofCharacters(5), .5), found(confirmed("content.of_five", text(), "")));
    assertEquals(
        expected(ofCharacters(5), .5),
        found(confirmed("content.of_five", "\"fingerprint\": 0", ", " + text())));
    assertEquals(
        expected(ofCharacters(5), .5).stream().filter(id -> id.equals("t0") == false).toList(),
        found(confirmed("content.of_five", like("texts", "t0"), "")));
  }

  public void testWhatIsTypedWins() {
    createTexts();
    String size = ", \"shingle\": {\"size\": 2}";
    assertEquals(expected(ofCharacters(2), .5), found(confirmed("content.near", text(), size)));
    assertEquals(
        expected(ofCharacters(2), .7),
        found(confirmed("content.near", text(), size + ", \"min_similarity\": 0.7")));
    assertEquals(
        expected(AUTO, .5),
        found(confirmed("content.of_five", text(), ", \"shingle\": {\"size\": \"auto\"}")));
    // With min_containment alone there is no minimum of the similarity.
    assertEquals(
        expected(other -> overlap(AUTO, other).containment() >= .3),
        found(confirmed("content.near", text(), ", \"min_containment\": 0.3")));
    assertEquals(
        expected(AUTO, 0), found(confirmed("content.near", text(), ", \"min_similarity\": 0")));
  }

  public void testBehindMinHash() {
    createTexts();
    String near =
        "{\"minhash_near\": {\"field\": \"content.%s\", \"min_similarity\": 0.01, \"text\": \"%s\","
            + " \"confirm\": {\"field\": \"content\"}}}";
    assertEquals(expected(ofCharacters(3), .5), found(query(near.formatted("three", text))));
    assertEquals(expected(AUTO, .5), found(query(near.formatted("auto", text))));
  }

  /** The texts of all liked documents go to every shard, so they have one limit together. */
  public void testTheTextOfALikedDocumentIsLimited() {
    createIndexOf(
        "long",
        Settings.EMPTY,
        "{\"properties\": {\"fp\": {\"type\": \"simhash\"}, \"content\": {\"type\": \"text\"}}}");
    String longest = "council ".repeat(25_000);
    index("long", "1", "{\"fp\": 0, \"content\": \"" + longest + "\"}");
    index("long", "2", "{\"fp\": 0, \"content\": \"" + longest + ".\"}");
    String confirm = ", \"confirm\": {\"field\": \"content\"}, \"include\": true";
    assertEquals(List.of("1", "2"), answer(near(likeAny("long/1") + confirm), "long").ids());
    Exception e =
        expectThrows(
            Exception.class, () -> answer(near(likeAny("long/1", "long/2") + confirm), "long"));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertThat(
        ExceptionsHelper.stackTrace(e),
        containsString("[confirm.text] must have at most [200000] characters but had [200001]"));
  }
}
