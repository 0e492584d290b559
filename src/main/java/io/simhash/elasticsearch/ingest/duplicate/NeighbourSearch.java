package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * One search for the stored near-duplicates of documents that have the same processor and the same
 * indices: a {@code simhash_near} with the {@code fingerprints} of all of them.
 *
 * <p>The hits are the nearest to any of the documents. If not all hits fit into the response, a
 * document may have nearer ones than those shown: it is {@link #isComplete} only if enough of its
 * own are nearer than the last hit, and otherwise needs a search of its own.
 *
 * @param arrivals at least one
 */
record NeighbourSearch(List<WaitingDocument> arrivals) {

  /** Hits beyond those that each document needs: some documents have many near-duplicates. */
  private static final int MORE_HITS = 100;

  /** The largest number of hits of a search, however large the result window is. */
  private static final int MAX_HITS = 10_000;

  /** The prefix of the names of fingerprints: the user's filter may have names too. */
  private static final String NAME_PREFIX = "near_duplicate/";

  /** Receives the results of a search. */
  interface Found {

    /** Called with the stored near-duplicates of a document, nearest first. */
    void neighbours(WaitingDocument arrival, List<Neighbour> neighbours);

    /** Called with a document that needs a search of its own. */
    void incomplete(WaitingDocument arrival);
  }

  private NearDuplicateOptions options() {
    return arrivals.getFirst().options();
  }

  /**
   * As few searches as possible, in which the hits of all documents fit into the result window of
   * the indices. A document is searched alone if not even two fit.
   *
   * @param arrivals with the same processor and the same indices
   */
  static List<NeighbourSearch> of(List<WaitingDocument> arrivals) {
    WaitingDocument first = arrivals.getFirst();
    int maxHits = Math.min(first.compared().maxHits(), MAX_HITS);
    int most = Math.max(1, (maxHits - MORE_HITS) / needed(first.options()));
    List<NeighbourSearch> searches = new ArrayList<>();
    for (int from = 0; from < arrivals.size(); from += most) {
      int to = Math.min(arrivals.size(), from + most);
      searches.add(new NeighbourSearch(List.copyOf(arrivals.subList(from, to))));
    }
    return searches;
  }

  /** The number of hits that a document needs; one of them may be itself, as it was. */
  private static int needed(NearDuplicateOptions options) {
    return options.size() + 1;
  }

  /** The number of hits that are asked for. */
  private int size() {
    int needed = arrivals.size() * needed(options());
    return arrivals.size() == 1 ? needed : needed + MORE_HITS;
  }

  /** The request. */
  SearchRequest request() {
    String field = options().field();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.wrapperQuery(QueryParser.json(query())))
            .fetchSource(false)
            .docValueField(field)
            .fetchField(SimHashFields.signatureField(field))
            .trackTotalHits(false)
            // Beyond it, the documents have been decided: the answer is not needed.
            .timeout(options().timeout())
            .size(size());
    List<String> indices = arrivals.getFirst().compared().searched();
    return new SearchRequest(indices.toArray(String[]::new), source)
        // Without the shard that failed or was late, a document would seem to have no duplicate.
        .allowPartialSearchResults(false);
  }

  private Map<String, Object> query() {
    NearDuplicateOptions options = options();
    Map<String, Object> fingerprints = new LinkedHashMap<>();
    for (int i = 0; i < arrivals.size(); i++) {
      fingerprints.put(NAME_PREFIX + i, value(arrivals.get(i).value()));
    }
    Map<String, Object> near = new LinkedHashMap<>();
    near.put("field", options.field());
    near.put("fingerprints", fingerprints);
    if (options.maxDistance() != null) {
      near.put("max_distance", options.maxDistance());
    }
    if (options.minSimilarity() != null) {
      near.put("min_similarity", options.minSimilarity());
    }
    // The first document of an index may be the one that maps the field.
    near.put("ignore_unmapped", true);
    Map<String, Object> query = Map.of("simhash_near", near);
    return options.filter() == null
        ? query
        : Map.of("bool", Map.of("must", List.of(query), "filter", List.of(options.filter())));
  }

  private static Map<String, Object> value(NearValue value) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("fingerprint", Fingerprint.toHex(value.fingerprint()));
    value.signature().ifPresent(signature -> map.put("signature", signature.toBase64()));
    return map;
  }

  /** Reads the answer. */
  void read(SearchResponse response, Found found) {
    SearchHit[] hits = response.getHits().getHits();
    List<List<Neighbour>> neighbours = new ArrayList<>();
    arrivals.forEach(each -> neighbours.add(new ArrayList<>()));
    Map<String, Integer> positions = positions();
    int last = 0;
    for (SearchHit hit : hits) {
      NearValue value = value(hit, options().field());
      last = Fingerprint.BITS;
      for (String name : hit.getMatchedQueries()) {
        Integer position = positions.get(name);
        if (position == null) {
          continue;
        }
        NearValue arriving = arrivals.get(position).value();
        Neighbour neighbour = Neighbour.of(hit.getId(), hit.getIndex(), arriving, value);
        // The user's filter may have the same name.
        if (options().rule().holds(neighbour.distance(), neighbour.similarity())) {
          neighbours.get(position).add(neighbour);
          last = Math.min(last, neighbour.distance());
        }
      }
    }
    for (int i = 0; i < arrivals.size(); i++) {
      WaitingDocument arrival = arrivals.get(i);
      List<Neighbour> own = arrival.others(neighbours.get(i));
      own.sort(Comparator.comparingInt(Neighbour::distance));
      if (hits.length < size() || arrivals.size() == 1 || isComplete(own, last)) {
        found.neighbours(arrival, own);
      } else {
        found.incomplete(arrival);
      }
    }
  }

  /** The positions of the arriving documents by the names of their fingerprints. */
  private Map<String, Integer> positions() {
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < arrivals.size(); i++) {
      positions.put(NAME_PREFIX + i, i);
    }
    return positions;
  }

  /**
   * Whether a document has as many near-duplicates as it needs among the hits.
   *
   * @param last the distance of the last hit
   */
  private boolean isComplete(List<Neighbour> own, int last) {
    int needed = options().size();
    return own.size() >= needed && own.get(needed - 1).distance() <= last;
  }

  private static NearValue value(SearchHit hit, String field) {
    DocumentField signature = hit.field(SimHashFields.signatureField(field));
    return new NearValue(
        Fingerprint.parse(hit.field(field).<String>getValue()),
        signature == null ? Optional.empty() : signature(signature.getValue()));
  }

  /** A signature of another version counts as absent. */
  private static Optional<Signature> signature(String base64) {
    try {
      return Optional.of(Signature.fromBase64(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
