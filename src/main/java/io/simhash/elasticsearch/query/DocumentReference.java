package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.SeededHash;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.transport.RemoteClusterAware;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A stored document of this cluster: {@code {"_index": "news", "_id": "42", "routing": "a"}}.
 *
 * @param index an index, alias or data stream
 * @param routing {@code null} for a document indexed without one, or for the only one of that id
 */
public record DocumentReference(String index, String id, String routing)
    implements Writeable, ToXContentObject {

  /** The maximum of one {@code like}: each document adds a query to the search of every shard. */
  static final int MAX_DOCUMENTS = 100;

  public DocumentReference {
    if (index.isEmpty() || id.isEmpty()) {
      throw new IllegalArgumentException(
          "[like] needs an [_index] and an [_id] that are not empty");
    }
    if (RemoteClusterAware.isRemoteIndexName(index)) {
      throw invalid("[like] must name a document of this cluster but its [_index] was [%s]", index);
    }
  }

  /** Reads what {@link #writeTo} wrote. */
  public DocumentReference(StreamInput in) throws IOException {
    this(in.readString(), in.readString(), in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(index);
    out.writeString(id);
    out.writeOptionalString(routing);
  }

  /** The index and the routing. */
  Location place() {
    return new Location(index, routing);
  }

  public static List<DocumentReference> one(OptionMap options) {
    return List.of(from(options.object("like")));
  }

  static List<DocumentReference> oneOrSeveral(OptionMap options) {
    return options.objects("like").stream().map(DocumentReference::from).toList();
  }

  private static DocumentReference from(OptionMap like) {
    if (like.has("_index") == false || like.has("_id") == false) {
      throw new IllegalArgumentException("[like] needs [_index] and [_id]");
    }
    String index = like.string("_index");
    String id = like.text("_id");
    String routing = like.has("routing") ? like.text("routing") : null;
    like.requireEmpty();
    return new DocumentReference(index, id, routing);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("_index", index).field("_id", id);
    if (routing != null) {
      builder.field("routing", routing);
    }
    return builder.endObject();
  }

  /** The index, alias or data stream and the routing of documents, {@code null} for none. */
  record Location(String index, String routing) {

    /** Matches documents of this concrete index and routing by their ids. */
    QueryBuilder documents(Set<String> ids) {
      BoolQueryBuilder documents =
          QueryBuilders.boolQuery()
              .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, index))
              .filter(QueryBuilders.idsQuery().addIds(ids.toArray(String[]::new)));
      return routing == null
          ? documents.mustNot(QueryBuilders.existsQuery(RoutingFieldMapper.NAME))
          : documents.filter(QueryBuilders.termQuery(RoutingFieldMapper.NAME, routing));
    }
  }

  /**
   * A document that {@link DocumentLookup} has found in a concrete index, and the values that were
   * read of it by the names of the fields.
   */
  record LikedDocument(Location place, String id, Map<String, List<Object>> fields) {

    /** Copies the values of a hit, which is released with its response. */
    static LikedDocument of(SearchHit hit) {
      DocumentField routing = hit.field(RoutingFieldMapper.NAME);
      return new LikedDocument(
          new Location(hit.getIndex(), routing == null ? null : routing.getValue()),
          hit.getId(),
          hit.getDocumentFields().entrySet().stream()
              .collect(
                  Collectors.toUnmodifiableMap(
                      Map.Entry::getKey, field -> List.copyOf(field.getValue().getValues()))));
    }

    /** The field's values; none if the document has none, or none that the caller may see. */
    List<Object> values(String field) {
      return fields.getOrDefault(field, List.of());
    }

    /** {@link #values} as strings. */
    List<String> strings(String field) {
      return values(field).stream().map(Object::toString).toList();
    }
  }

  @Override
  public int hashCode() {
    return SeededHash.of(index, id, routing);
  }
}
