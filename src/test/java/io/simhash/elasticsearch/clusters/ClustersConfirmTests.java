package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.cluster.Definition;
import io.simhash.core.cluster.Families;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Boilerplate;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.clusters.ShardQuestion.Part;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.run.CountingBreaker;
import io.simhash.elasticsearch.run.Reservation;
import io.simhash.lucene.text.TextShingles;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.junit.After;

/**
 * Cluster runs with {@code confirm} against the rule on pairs of documents: equal values do not
 * tell that texts are equal, whatever the texts and the values are.
 */
public class ClustersConfirmTests extends ClustersNode {

  private static final String TEA =
      "the county sold its spring tea overseas this year at a price that is higher by a fifth";

  /** Texts of which {@code confirm} calls some equal, some similar and some contained. */
  private static final List<String> TEXTS =
      List.of(
          TEA,
          TEA.toUpperCase(java.util.Locale.ROOT),
          TEA.replace('e', '\u00e9'),
          TEA.replace("fifth", "third"),
          TEA.substring(0, 40),
          TEA + ". Subscribe to our newsletter for more news from the county and its harbour.",
          "a match between two teams ended without a goal",
          "tea",
          "");

  private static final List<SignatureParameters> PARAMETERS =
      List.of(
          parameters(Shingling.AUTO_CHARACTERS),
          parameters(new Shingling(Shingling.Unit.CHARACTER, 3)),
          new SignatureParameters(
              Optional.of(Shingling.AUTO_CHARACTERS), Folding.ofBits(1), Bands.DEFAULT),
          parameters(new Shingling(Shingling.Unit.TOKEN, 2)));

  private static SignatureParameters parameters(Shingling shingling) {
    return new SignatureParameters(Optional.of(shingling), Bands.DEFAULT);
  }

  /** A document: its value, and its text, {@code null} for none. */
  private record Stored(Optional<NearValue> value, String text) {

    Map<String, Object> toSource() {
      Map<String, Object> source = new HashMap<>();
      value.ifPresent(near -> source.putAll(ClustersNode.source(near)));
      source.put("text", text);
      return source;
    }
  }

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  /** Few values, so that most documents have the value of others, each with any text. */
  private static Map<String, Stored> documents() {
    SignatureParameters most = randomFrom(PARAMETERS);
    long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
    long[] alike = minima.clone();
    IntStream.range(0, 100).forEach(i -> alike[i] = randomLong());
    List<Optional<Signature>> signatures =
        List.of(
            Optional.of(most.signature(minima)),
            Optional.of(most.signature(minima)),
            Optional.of(most.signature(alike)),
            Optional.of(randomFrom(PARAMETERS).signature(minima)),
            Optional.empty());
    List<OptionalLong> fingerprints =
        List.of(OptionalLong.empty(), OptionalLong.of(0), OptionalLong.of(1), OptionalLong.of(-1));
    Map<String, Stored> documents = new TreeMap<>();
    for (int i = 100; i < 160; i++) {
      documents.put(
          "" + i,
          new Stored(
              NearValue.of(randomFrom(fingerprints), randomFrom(signatures)),
              rarely() ? null : randomFrom(TEXTS)));
    }
    return documents;
  }

  public void testAgainstTheRule() {
    create("news", between(1, 4));
    Map<String, Stored> documents = documents();
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    documents.forEach((id, document) -> sources.put(id, document.toSource()));
    index("news", sources);
    for (String near :
        List.of("", "'max_distance': 3, ", "'max_distance': 3, 'min_similarity': 0.6, ")) {
      for (String minimum :
          List.of(
              "'min_similarity': 1",
              "'min_similarity': 0.6",
              "'min_containment': 1",
              "'min_similarity': 0.5, 'min_containment': 0.9")) {
        for (String counted :
            List.of(
                "",
                ", 'fold': []",
                ", 'fold': ['accents']",
                ", 'shingle': {'unit': 'token', 'size': 1}",
                ", 'shingle': {'unit': 'character', 'size': 3}")) {
          String options =
              near + "'confirm': {'field': 'text', " + minimum + counted + "}, 'linkage': '%s'}";
          for (Linkage linkage : Linkage.values()) {
            String body = "{'field': 'near', " + options.formatted(linkage);
            Map<String, Object> response = run("news", body);
            assertEquals(body, expected(documents, body), members(response));
            assertEquals(
                body,
                values(documents, rule(documents, body)).size(),
                count(response, "documents"));
          }
        }
      }
    }
  }

  private static ClusterOptions options(String body) {
    return ClusterOptions.from(json(body));
  }

  private static Map<String, NearValue> values(Map<String, Stored> documents, NearRule rule) {
    Map<String, NearValue> values = new TreeMap<>();
    documents.forEach((id, document) -> document.value.ifPresent(value -> values.put(id, value)));
    return compared(values, rule);
  }

  private static NearRule rule(Map<String, Stored> documents, String body) {
    return options(body)
        .rule(
            documents.values().stream()
                .flatMap(document -> document.value.stream())
                .anyMatch(value -> value.signature().isPresent()));
  }

  /** The clusters by their definition: texts are cut as most signatures are by default. */
  private static Map<String, List<String>> expected(Map<String, Stored> documents, String body) {
    ClusterOptions options = options(body);
    NearRule rule = rule(documents, body);
    ConfirmRule confirm = options.confirmRule().orElseThrow();
    Collection<NearValue> all =
        documents.values().stream()
            .flatMap(document -> document.value.stream())
            .collect(Collectors.toList());
    SignatureParameters signature = Families.mostFrequent(all).orElse(SignatureParameters.DEFAULT);
    ConfirmOptions set = options.fields().confirm();
    TextShingles shingles =
        new TextShingles(
            new TextOptions(
                Objects.requireNonNullElse(set.folding(), signature.folding()), Boilerplate.NONE),
            Objects.requireNonNullElseGet(
                set.shingling(), () -> signature.shingling().orElse(Shingling.AUTO_CHARACTERS)),
            new StandardAnalyzer());
    Map<String, NearValue> values = values(documents, rule);
    List<String> ids = List.copyOf(values.keySet());
    List<HashedSet> sets = new ArrayList<>();
    for (String id : ids) {
      String text = documents.get(id).text;
      sets.add(shingles.ofDocument(text == null ? List.of() : List.of(text)));
    }
    return clusters(
        ids,
        Definition.representatives(
            ids.size(),
            options.linkage(),
            (a, b) ->
                rule.holds(values.get(ids.get(a)), values.get(ids.get(b)))
                    && confirm.holds(sets.get(a), sets.get(b))));
  }

  /** 20,000 words and a copy with one other word have equal signatures. */
  public void testOneWordOfManyIsAnother() {
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setMapping(
                """
                {"properties": {"text": {"type": "text", "fields": {
                  "near": {"type": "simhash", "analyzer": "standard"}}}}}"""));
    String words =
        IntStream.range(0, 20_000).mapToObj(i -> "w" + i * 7919L).collect(Collectors.joining(" "));
    String other = words.replace(" w" + 10_000 * 7919L + " ", " another ");
    index(
        "news",
        Map.of("1", Map.of("text", words), "2", Map.of("text", other), "3", Map.of("text", words)));
    String confirm = "{'field': 'text.near', 'confirm': {'field': 'text', 'min_similarity': 1}}";
    assertEquals(Map.of("1", List.of("1", "3")), members(run("news", confirm)));
  }

  /** A client that adds the parts of which shards are asked for some documents. */
  private Client listening(Set<Part> asked) {
    return new FilterClient(client()) {
      @Override
      protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
          ActionType<R> action, Q request, ActionListener<R> listener) {
        if (request instanceof SearchRequest search && search.source().aggregations() != null) {
          search.source().aggregations().getAggregatorFactories().stream()
              .map(builder -> ((DocumentsAggregation) builder).question)
              .filter(question -> question.docs() != null && question.docs().isEmpty() == false)
              .forEach(question -> asked.add(question.part()));
        }
        super.doExecute(action, request, listener);
      }
    };
  }

  /** The clusters of a run, and whether it reads texts. */
  private Map<String, List<String>> clusters(String body, boolean readsTexts) {
    Set<Part> asked = EnumSet.noneOf(Part.class);
    ClustersRequest request = new ClustersRequest(new String[] {"news"}, json(body));
    ClusterTask task = new ClusterTask(1, "test", "test", "test", null, Map.of());
    ClusterRun run = new ClusterRun(task, request, false, listening(asked), client(), threads());
    Map<String, Object> response =
        run.run(new Reservation(new CountingBreaker(Long.MAX_VALUE), "test"));
    assertEquals(body, readsTexts, asked.contains(Part.SHINGLES) || asked.contains(Part.TEXT));
    return members(response);
  }

  /**
   * Texts are read unless signatures were certainly made of them, in the way in which they are
   * compared, and estimate a similarity far above the minimum.
   */
  public void testWhichTextsAreRead() {
    String near = "'type': 'simhash', 'analyzer': 'standard'";
    String mapping =
        """
        {'properties': {'text': {'type': 'text', 'fields': {'near': {%s}, 'framed': {%s,
          'boilerplate': ['Subscribe to our newsletter for more news from the county']}}},
          'other': {'type': 'text'}}}"""
            .formatted(near, near)
            .replace('\'', '"');
    createIndex("news", indicesAdmin().prepareCreate("news").setMapping(mapping));
    String words =
        IntStream.range(0, 300).mapToObj(i -> "w" + i * 7919L).collect(Collectors.joining(" "));
    index(
        "news",
        10,
        i -> {
          String text = i < 8 ? words.replace("w" + i / 2 * 7919L, "another") : "alone " + i;
          return Map.of("text", text, "other", text);
        });
    String confirmed = "{'field': 'text.near', 'linkage': '%s', 'confirm': {%s}}";
    for (Linkage linkage : Linkage.values()) {
      Map<String, List<String>> expected =
          clusters(confirmed.formatted(linkage, "'field': 'other'"), true);
      assertEquals(List.of(8), expected.values().stream().map(List::size).toList());
      assertEquals(expected, clusters(confirmed.formatted(linkage, ""), false));
      for (String option :
          List.of(
              "'min_similarity': 0.99",
              "'min_containment': 0.5",
              "'fold': ['accents']",
              "'shingle': {'unit': 'character', 'size': 3}",
              "'shingle': {'unit': 'token', 'size': 1}")) {
        clusters(confirmed.formatted(linkage, option), true);
      }
      String body = confirmed.formatted(linkage, "").replace("text.near", "text.framed");
      assertEquals(expected, clusters(body, true));
    }
  }
}
