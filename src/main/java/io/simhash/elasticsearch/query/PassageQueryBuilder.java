package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.passage.PassageText;
import io.simhash.elasticsearch.compat.LeafQuery;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.plugins.SearchPlugin.QuerySpec;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The documents with a value in a {@code passages} field that have all its terms of a passage, for
 * {@code _simhash/common_passages}: every document with the passage, and few others. An index
 * without the field has none. Internal: not accepted from users.
 */
public final class PassageQueryBuilder extends LeafQuery<PassageQueryBuilder> {

  private static final String NAME = "simhash_passage";
  private static final int FORMAT = 1;

  /** Of some 20,000 letters. More would need more clauses than a query may have. */
  private static final int MAX_TERMS = 1_000;

  private final String field;
  private final int minLength;
  private final String passage;

  /**
   * @param minLength the least letters of passages, for which the field must have terms
   * @param passage a passage with so many letters, or an empty text for all documents
   */
  public PassageQueryBuilder(String field, int minLength, String passage) {
    this.field = field;
    this.minLength = minLength;
    this.passage = passage;
  }

  private PassageQueryBuilder(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a passage", FORMAT);
    field = in.readString();
    minLength = in.readVInt();
    passage = in.readString();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    out.writeString(field);
    out.writeVInt(minLength);
    out.writeString(passage);
  }

  /** The reader of the query, for registration; its parser refuses. */
  public static QuerySpec<PassageQueryBuilder> spec() {
    return new QuerySpec<>(NAME, PassageQueryBuilder::new, PassageQueryBuilder::refuse);
  }

  private static PassageQueryBuilder refuse(XContentParser parser) {
    throw invalid("[%s] is internal: use [shared_passages]", NAME);
  }

  @Override
  protected Query doToQuery(SearchExecutionContext context) {
    IndexFields fields = new IndexFields(context);
    if (fields.has(field) == false) {
      return new MatchNoDocsQuery("[" + field + "] is not mapped here");
    }
    PassagesFieldType type = fields.require(PassagesFieldType.class, "passages", "field", field);
    fields.requireOutsideNested("field", type.name());
    ConfirmTexts.requireSource(fields, type.name(), "common_passages");
    try {
      type.winnowing().requireLength("min_length", minLength);
    } catch (IllegalArgumentException e) {
      throw fields.refuse("%s", e.getMessage());
    }
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    all.add(type.existsQuery(context), Occur.FILTER);
    Arrays.stream(type.winnowing().terms(new PassageText(List.of(passage))))
        .limit(MAX_TERMS)
        .mapToObj(term -> new TermQuery(new Term(type.name(), PassageField.bytes(term))))
        .forEach(term -> all.add(term, Occur.FILTER));
    return all.build();
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("field", field).field("passage", passage);
    boostAndQueryNameToXContent(builder);
    builder.endObject();
  }

  @Override
  protected boolean doEquals(PassageQueryBuilder other) {
    return field.equals(other.field)
        && minLength == other.minLength
        && passage.equals(other.passage);
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(field, minLength, passage);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }
}
