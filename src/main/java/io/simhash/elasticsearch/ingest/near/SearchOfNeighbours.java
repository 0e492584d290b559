package io.simhash.elasticsearch.ingest.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;

/** The search for the stored near-duplicates of one document: a {@code simhash_near}. */
final class SearchOfNeighbours {

  private SearchOfNeighbours() {}

  /** The request, whose hits {@link #read} reads. */
  static SearchRequest request(Arrival arrival) {
    NearDuplicateOptions options = arrival.options();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(query(options, arrival.value()))
            .fetchSource(false)
            .docValueField(options.field())
            .fetchField(SimHashFields.signatureField(options.field()))
            .trackTotalHits(false)
            // One hit may be the document itself, as it was before.
            .size(options.size() + 1);
    return new SearchRequest(arrival.target().searched().toArray(String[]::new), source)
        // Without the shard that failed, a document would seem to have no duplicate.
        .allowPartialSearchResults(false);
  }

  private static QueryBuilder query(NearDuplicateOptions options, NearValue value) {
    Map<String, Object> near = new LinkedHashMap<>();
    near.put("field", options.field());
    near.put("fingerprint", Fingerprint.toHex(value.fingerprint()));
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
    if (options.filter() != null) {
      query = Map.of("bool", Map.of("must", List.of(query), "filter", List.of(options.filter())));
    }
    return QueryBuilders.wrapperQuery(json(query));
  }

  /** A query as JSON. */
  static BytesReference json(Map<String, Object> query) {
    try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
      return BytesReference.bytes(builder.map(query));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The near-duplicates that a search has found, nearest first. */
  static List<Neighbour> read(Arrival arrival, SearchResponse response) {
    List<Neighbour> found = new ArrayList<>();
    for (SearchHit hit : response.getHits()) {
      found.add(
          Neighbour.of(
              hit.getId(), hit.getIndex(), arrival.value(), value(hit, arrival.options().field())));
    }
    return found;
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
