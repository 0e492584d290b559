package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.io.IOException;
import java.util.Comparator;
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
 * Names one stored document of this cluster: {@code {"_index": "news", "_id": "42", "routing":
 * "a"}}.
 *
 * @param index an index, alias or data stream
 * @param id the document's id
 * @param routing the routing value, or {@code null} for a document indexed without one, or for the
 *     only one of that id
 */
public record DocumentReference(String index, String id, String routing)
    implements Writeable, ToXContentObject {

  /**
   * The maximum number of documents in one {@code like}: each adds a query to the search of every
   * shard.
   */
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

  /** Takes the option {@code like} that holds one document. */
  public static List<DocumentReference> one(OptionMap options) {
    return List.of(from(options.object("like")));
  }

  /** Takes the option {@code like} that holds one document or an array of documents. */
  static List<DocumentReference> oneOrSeveral(OptionMap options) {
    return options.objects("like").stream().map(DocumentReference::from).toList();
  }

  /** Requires 1 to {@value #MAX_DOCUMENTS} documents; the same document may be there twice. */
  static List<DocumentReference> requireCount(List<DocumentReference> documents) {
    if (documents.isEmpty() || documents.size() > MAX_DOCUMENTS) {
      throw invalid(
          "[like] must hold 1 to %s documents but held [%s]", MAX_DOCUMENTS, documents.size());
    }
    return List.copyOf(documents);
  }

  /** Writes the option {@code like}: an object for one document, an array for several. */
  static void toXContent(XContentBuilder builder, List<DocumentReference> documents)
      throws IOException {
    if (documents.size() == 1) {
      builder.field("like", documents.getFirst());
    } else {
      builder.xContentList("like", documents);
    }
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

  /**
   * The index and the routing of documents: with an id they name one document.
   *
   * @param index an index; in a reference also an alias or a data stream
   * @param routing the routing value; {@code null} for none
   */
  record Location(String index, String routing) implements Comparable<Location> {

    private static final Comparator<Location> ORDER =
        Comparator.comparing(Location::index)
            .thenComparing(Location::routing, Comparator.nullsFirst(Comparator.naturalOrder()));

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

    @Override
    public int compareTo(Location other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * A document that {@link DocumentLookup} has found.
   *
   * @param place the concrete index that holds it, and the routing that it was indexed with
   * @param id the document's id
   * @param fields the values that were read, by the names of the fields
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
}
