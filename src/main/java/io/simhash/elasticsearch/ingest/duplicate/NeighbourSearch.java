package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/** The search for the stored near-duplicates of one document: a {@code simhash_near}. */
record NeighbourSearch(WaitingDocument arrival) {

  /** The request. */
  SearchRequest request() {
    NearDuplicateOptions options = arrival.options();
    String field = options.field();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.wrapperQuery(QueryParser.json(query())))
            .fetchSource(false)
            .docValueField(field)
            .fetchField(SimHashFields.signatureField(field))
            .trackTotalHits(false)
            // Beyond it, the document has been decided: the answer is not needed.
            .timeout(options.timeout())
            // One of the hits may be the document itself, as it was.
            .size(options.size() + 1);
    return new SearchRequest(arrival.compared().searched().toArray(String[]::new), source)
        // Without the shard that failed or was late, a document would seem to have no duplicate.
        .allowPartialSearchResults(false);
  }

  private Map<String, Object> query() {
    NearDuplicateOptions options = arrival.options();
    NearValue value = arrival.value();
    Map<String, Object> near = new LinkedHashMap<>();
    near.put("field", options.field());
    value.fingerprint().ifPresent(f -> near.put("fingerprint", Fingerprint.toHex(f)));
    value.signature().ifPresent(signature -> near.put("signature", signature.toBase64()));
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

  /** The near-duplicates in an answer, the best first. */
  List<Neighbour> neighbours(SearchResponse response) {
    return Arrays.stream(response.getHits().getHits())
        .map(this::neighbour)
        .filter(each -> arrival.isItself(each.index(), each.id(), each.routing()) == false)
        .toList();
  }

  private Neighbour neighbour(SearchHit hit) {
    DocumentField routing = hit.field(RoutingFieldMapper.NAME);
    return Neighbour.of(
        hit.getIndex(),
        hit.getId(),
        routing == null ? null : routing.getValue(),
        arrival.value(),
        value(hit, arrival.options().field()));
  }

  private static NearValue value(SearchHit hit, String field) {
    Optional<String> fingerprint = string(hit, field);
    return new NearValue(
        fingerprint.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(Fingerprint.parse(fingerprint.get())),
        string(hit, SimHashFields.signatureField(field)).flatMap(NeighbourSearch::signature));
  }

  /** A field without a value is absent, or there without one. */
  private static Optional<String> string(SearchHit hit, String field) {
    return Optional.ofNullable(hit.field(field)).map(DocumentField::<String>getValue);
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
