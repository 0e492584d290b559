package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Mutation;
import io.simhash.distribution.helper.Response;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.Test;

/**
 * Valid requests, changed at random: the node answers every one, never with a 5xx nor after more
 * than some seconds, and stays up.
 *
 * <p>A failure prints its seed; {@code -Dfuzz.seed=…} runs the same requests again, {@code
 * -Dfuzz.requests=…} more of them.
 */
public class FuzzIT extends DistributionTestCase {

  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 2_000);

  /** Far more than any request of these takes, and less than one that hangs. */
  private static final int MAX_SECONDS = 20;

  private static final String INDEX =
      """
      {"mappings": {"dynamic": false, "properties": {"near": {"type": "simhash"},
      "words": {"type": "simhash", "analyzer": "ansj"}, "tags": {"type": "minhash"},
      "shingles": {"type": "minhash", "shingle": {"size": 5}},
      "text": {"type": "text", "fields": {"passages": {"type": "passages", "window": 2}}},
      "alone": {"type": "simhash", "fingerprint": false},
      "lenient": {"type": "simhash", "ignore_malformed": true}}}}""";

  @Test
  public void testNoRequestBreaksTheNode() {
    long seed = Long.getLong("fuzz.seed", new Random().nextLong());
    put("/fuzz", INDEX);
    http()
        .put(
            "/_ingest/pipeline/fuzz",
            "{\"processors\": [{\"simhash\": {\"field\": \"text\", \"target_field\": \"near\"}}]}");
    put(
        "/fuzz/_doc/1?pipeline=fuzz&refresh",
        "{\"text\": \"some text of some length that is there twice, some text of some length\"}");
    Queue<String> broken = new ConcurrentLinkedQueue<>();
    long refused =
        IntStream.range(0, REQUESTS)
            .parallel()
            .filter(i -> send(new Random(seed + i), broken) >= 400)
            .count();
    assertEquals("[-Dfuzz.seed=" + seed + "] " + broken, 0, broken.size());
    // Otherwise the changes are too small, or leave nothing of the valid requests.
    String share = "[-Dfuzz.seed=" + seed + "] refused [" + refused + "] of [" + REQUESTS + "]";
    assertTrue(share, refused > REQUESTS / 10 && refused < REQUESTS);
    get("/_cluster/health?wait_for_status=yellow&timeout=30s");
  }

  private static int send(Random random, Queue<String> broken) {
    Template template = Template.draw(random);
    String ours = Mutation.of(template.valid(), random);
    String body = template.frame().replace("...", ours).replace(".,.", withoutBraces(ours));
    long start = System.nanoTime();
    Response response = http().request(template.method(), template.path(), body);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    if (response.status() >= 500 || seconds > MAX_SECONDS) {
      broken.add(
          response.request()
              + " "
              + body
              + " answered after "
              + seconds
              + " s: "
              + response.text());
    }
    if (template.path().endsWith("-new") && response.status() == 200) {
      http().delete(template.path());
    }
    return response.status();
  }

  private static String withoutBraces(String object) {
    String json = object.strip();
    return json.startsWith("{") && json.endsWith("}") ? json.substring(1, json.length() - 1) : json;
  }

  /**
   * A valid request.
   *
   * @param frame the body, with {@code ...} in place of the part that this plugin reads, or with
   *     {@code .,.} in place of some options of an object
   * @param valid that part
   */
  private record Template(String method, String path, String frame, String valid) {

    private static final List<Template> QUICK =
        List.of(
            query(
                "simhash_near",
                """
                {"field": "near", "fingerprint": "9f3c000000000001", "max_distance": 3, "mu": 0.5,
                "score": "linear", "minhash": {"field": "tags", "values": ["a", "b"],
                "min_similarity": 0.1}, "ignore_unmapped": true, "boost": 2, "_name": "n"}"""),
            query(
                "simhash_near",
                """
                {"field": "near", "like": {"_index": "fuzz", "_id": "1", "routing": "1"},
                "include": true, "minhash": {"field": "shingles", "text": "some text"}}"""),
            search(
                "{\"query\": {\"bool\": {\"filter\": {\"simhash_near\": ...}}}}",
                """
                {"field": "near", "document": {"text": "some text"}, "pipeline": "fuzz"}"""),
            query(
                "simhash_near",
                """
                {"field": "words", "text": "some text", "score": "cosine"}"""),
            query(
                "simhash_near",
                """
                {"field": "near", "fingerprint": "9f3c000000000001", "signature": "BkABAEABAQAAAAAAAAAAAAAAAAAAAAAAAA==",
                "profile": "p", "min_similarity": 0.5, "score": "similarity",
                "confirm": {"field": "text", "text": "some text", "min_similarity": 0.5,
                "min_containment": 0.1, "shingle": {"unit": "character", "size": "auto"}}}"""),
            query(
                "simhash_near",
                """
                {"field": "words", "text": "some text", "min_similarity": 0.5, "max_distance": 30,
                "score": "similarity", "confirm": {"field": "text"}}"""),
            search(
                "{\"query\": {\"script_score\": {\"query\": {\"match_all\": {}}, \"script\": ...}}}",
                """
                {"lang": "simhash", "source": "hamming", "params": {"field": "near",
                "fingerprint": "9f3c000000000001"}}"""),
            search(
                "{\"query\": {\"script\": {\"script\": ...}}}",
                """
                {"lang": "simhash", "source": "reciprocal", "params": {"field": "near",
                "fingerprint": 5, "max_distance": 7}}"""),
            query(
                "simhash_near",
                """
                {"field": "alone", "text": "some text", "max_distance": 3}"""),
            query(
                "minhash_near",
                """
                {"field": "shingles", "text": "some text", "min_similarity": 0.5,
                "min_matching_bands": 2, "confirm": {"field": "text", "min_containment": 0.5}}"""),
            query(
                "minhash_near",
                """
                {"field": "tags", "like": [{"_index": "fuzz", "_id": "1"}], "include": true}"""),
            search(
                "{\"query\": {\"shared_passages\": ...}, \"highlight\": {\"fields\": {\"text\":"
                    + " {\"type\": \"shared_passages\"}}}}",
                """
                {"field": "text.passages", "text": "some text of some length that is there",
                "min_length": 26, "min_containment": 0.1, "of": "document", "max_doc_freq": 9}"""),
            search(
                "{\"query\": {\"match_all\": {}}, \"highlight\": {\"fields\": {\"text\": ...}}}",
                """
                {"type": "shared_passages", "number_of_fragments": 1, "options": {"like":
                {"_index": "fuzz", "_id": "1"}, "show": "different"}}"""),
            // The inner retriever is Elasticsearch's, which answers some mistakes in it with a 500.
            search(
                "{\"retriever\": {\"near_duplicate_collapse\": {\"retriever\": {\"standard\":"
                    + " {\"query\": {\"match_all\": {}}}}, \"field\": \"near\", .,.}}}",
                """
                {"rank_window_size": 20, "max_distance": 5, "min_similarity": 0.6,
                "ignore_unmapped": true, "filter": {"match_all": {}}, "min_score": 0.1}"""),
            search(
                "{\"size\": 0, \"aggs\": {\"a\": {\"near_duplicates\": ...}}}",
                """
                {"field": "near", "size": 5, "max_documents": 100, "min_similarity": 0.6,
                "ignore_unmapped": true}"""),
            whole(
                "/fuzz/_simhash/clusters",
                """
                {"field": "near", "query": {"match_all": {}}, "min_similarity": 0.6, "size": 3,
                "linkage": "star", "confirm": {"field": "text"}, "update": {"field": "cluster"}}"""),
            whole(
                "/fuzz/_simhash/estimate?field=near&passages_field=text.passages&sample_size=10",
                "{\"query\": {\"bool\": {\"filter\": {\"exists\": {\"field\": \"near\"}}}}}"),
            whole(
                "/fuzz/_simhash/common_passages?field=text.passages&min_length=32&min_documents=2",
                "{\"query\": {\"bool\": {\"filter\": {\"exists\": {\"field\": \"text\"}}}}}"),
            new Template(
                "POST",
                "/_ingest/pipeline/_simulate",
                "{\"pipeline\": {\"processors\": [{\"near_duplicate\": ...}]}, \"docs\": [{\"_index\":"
                    + " \"fuzz\", \"_source\": {\"near\": \"9f3c000000000001\"}}]}",
                """
                {"field": "near", "index": ["fuzz"], "on_duplicate": "tag", "max_distance": 3,
                "min_similarity": 0.9, "filter": {"term": {"words": "a"}}, "size": 2,
                "timeout": "2s", "target_field": "of", "cluster_field": "story"}"""),
            whole(
                "/_simhash/fingerprint",
                """
                {"text": "云桥县的茶农今年把春茶卖到了海外", "title": "春茶",
                "max_tokens": 5, "analyzer": "ansj", "tf": "log", "pos": {"n": 2}, "top": 10,
                "cue_phrases": ["总之"], "cue_factor": 2, "weight_levels": 5, "title_factor": 3,
                "shingle": {"unit": "token", "size": 2}, "min_features": 0,
                "signature": {"hashes": 84, "shingle": {"unit": "character", "size": "auto"}},
                "compare_to": {"text": "春茶"}}"""),
            whole(
                "/_simhash/fingerprint",
                """
                {"document": {"text": "some text"}, "pipeline": "fuzz",
                "compare_to": {"document": {"text": ["some", "text"]}}}"""),
            whole(
                "/fuzz/_doc",
                """
                {"near": {"fingerprint": "9f3c000000000001", "profile": "p", "features": 3,
                "effective_features": 2.5, "signature": "BkABAEABAQAAAAAAAAAAAAAAAAAAAAAAAA=="}, "words": "some text", "tags": ["a", "b"],
                "shingles": "some text", "lenient": {"fingerprint": "9f3c000000000001"}}"""),
            whole("/fuzz/_doc?pipeline=fuzz", "{\"text\": [\"some\", \"text\"]}"));

    private static final List<Template> SLOW =
        List.of(
            new Template(
                "PUT",
                "/_ingest/pipeline/fuzz-other",
                "{\"processors\": [{\"simhash\": ...}]}",
                """
                {"fields": ["text", "summary^2"], "title_field": "title", "title_factor": 2,
                "target_field": "near", "analyzer": "ansj", "preset": "words", "length": "minmax",
                "idf": "zh", "pos": {"n": 1.5}, "cue_phrases": ["总之"], "cue_scope": "token",
                "ties": "one", "hash": "fnv1a", "min_features": 2, "ignore_missing": true,
                "signature": {"hashes": 84, "shingle": {"unit": "character", "size": 5}}}"""),
            field(
                """
                {"type": "simhash", "analyzer": "ansj", "min_token_length": 1, "tf": "binary",
                "shingle": {"unit": "token", "size": 3}, "weight_levels": 4,
                "weight_scale": "linear", "meta": {"a": "b"},
                "signature": {"hashes": 84, "shingle": {"size": "auto"}}}"""),
            field(
                """
                {"type": "minhash", "hashes": 64, "shingle": {"unit": "token", "size": 2},
                "analyzer": "ansj", "ignore_malformed": true}"""),
            field(
                """
                {"type": "passages", "shingle": 10, "window": 4, "ignore_malformed": true}"""));

    private static Template whole(String path, String valid) {
      return new Template("POST", path, "...", valid);
    }

    private static Template search(String frame, String valid) {
      return new Template("POST", "/fuzz/_search", frame, valid);
    }

    private static Template query(String name, String valid) {
      return search("{\"query\": {\"" + name + "\": ...}}", valid);
    }

    private static Template field(String valid) {
      String frame = "{\"mappings\": {\"properties\": {\"f\": ...}}}";
      return new Template("PUT", "/fuzz-new", frame, valid);
    }

    /** One in twenty: changes of the cluster state cost more. */
    static Template draw(Random random) {
      List<Template> templates = random.nextInt(20) == 0 ? SLOW : QUICK;
      return templates.get(random.nextInt(templates.size()));
    }
  }
}
