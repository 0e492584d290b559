package io.simhash.elasticsearch.query;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.option.SameValues;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.lucene.document.PassageField;
import io.simhash.lucene.search.SimHashNearAnyQuery;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.elasticsearch.ElasticsearchParseException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.network.InetAddresses;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.IgnoredFieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.XContentBuilder;

/** A query that the plugin sends to the shards itself: users cannot. */
public sealed interface InternalQuery extends PluginQuery {

  /** The fields without which an index has no match. */
  @Override
  default List<String> fields() {
    return List.of();
  }

  @Override
  default boolean ignoreUnmapped() {
    return true;
  }

  /** The query of one index that has these fields. */
  Query toQuery(SearchExecutionContext context) throws IOException;

  /**
   * The documents that are near-duplicates of one of several values: one search for all documents
   * that wait at the processor {@code near_duplicate}, or for one of the sample of {@code
   * _simhash/estimate}.
   */
  record NearAny(NearOptions options, NearRule rule, List<NearValue> values)
      implements InternalQuery {

    static final String NAME = "simhash_near_any";

    NearAny(StreamInput in) throws IOException {
      this(
          new NearOptions(in),
          in.readBoolean()
              ? new NearRule.Radius(in.readVInt())
              : new NearRule.Similar(in.readDouble(), in.readVInt(), in.readVInt()),
          in.readCollectionAsList(StoredValue::read));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      options.writeTo(out);
      out.writeBoolean(rule instanceof NearRule.Radius);
      switch (rule) {
        case NearRule.Radius radius -> out.writeVInt(radius.maxDistance());
        case NearRule.Similar similar -> {
          out.writeDouble(similar.minSimilarity());
          out.writeVInt(similar.minBands());
          out.writeVInt(similar.maxDistance());
        }
      }
      out.writeCollection(values, StoredValue::write);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public List<String> fields() {
      return options.ignoreUnmapped() ? List.of(options.field()) : List.of();
    }

    @Override
    public Query toQuery(SearchExecutionContext context) {
      ExpensiveQueries.requireAllowed(options, new IndexFields(context));
      String field = options.in(context, options.rule(true)).orElseThrow().name();
      return new SimHashNearAnyQuery(field, values, rule, SearchContexts::cancellation);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      options.toXContent(builder);
      builder.field("values", values.size());
    }
  }

  /**
   * The documents with a value in a {@code passages} field that have all terms of a passage, for
   * {@code _simhash/common_passages}: every document with the passage, and few others. Of an empty
   * text, all documents.
   *
   * @param minLength the least letters of a passage, which the field must be able to find
   */
  record Passage(String field, int minLength, String passage) implements InternalQuery {

    static final String NAME = "simhash_passage";

    /** Of some 20,000 letters. More would need more clauses than a query may have. */
    private static final int MAX_TERMS = 1_000;

    Passage(StreamInput in) throws IOException {
      this(in.readString(), in.readVInt(), in.readString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(field);
      out.writeVInt(minLength);
      out.writeString(passage);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public List<String> fields() {
      return List.of(field);
    }

    @Override
    public Query toQuery(SearchExecutionContext context) {
      IndexFields fields = new IndexFields(context);
      fields.requireOutsideNested("field", field);
      PassagesFieldType type =
          SourceTexts.passages(fields, "", field, minLength, "common_passages");
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      all.add(type.existsQuery(context), Occur.FILTER);
      Arrays.stream(type.winnowing().terms(type.winnowing().text(List.of(passage))))
          .limit(MAX_TERMS)
          .mapToObj(term -> new TermQuery(new Term(type.name(), PassageField.bytes(term))))
          .forEach(term -> all.add(term, Occur.FILTER));
      return all.build();
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      builder.field("field", field).field("passage", passage);
    }
  }

  /** The documents that have the values of another one, exactly, and none where it has none. */
  record Same(SameValues values) implements InternalQuery {

    static final String NAME = "simhash_same";

    Same(StreamInput in) throws IOException {
      this(new SameValues(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      values.writeTo(out);
    }

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public Query toQuery(SearchExecutionContext context) throws IOException {
      BooleanQuery.Builder all = new BooleanQuery.Builder();
      for (int i = 0; i < values.values().size(); i++) {
        all.add(
            query(context, values.fields().names().get(i), values.values().get(i)), Occur.FILTER);
      }
      return all.build();
    }

    private static Query query(SearchExecutionContext context, String name, String value)
        throws IOException {
      IndexFields fields = new IndexFields(context);
      MappedFieldType type = SameFields.type(fields, name);
      if (context.getMappingLookup().getMapper(name) instanceof FieldMapper == false
          || context.sourcePath(name).size() > 1) {
        throw fields.refuse(
            "[same] must hold fields that documents have but [%s] is an alias, a runtime field or"
                + " a field that others are copied to",
            name);
      }
      if (fields.keptSource().isPathFiltered(context.sourcePath(name).iterator().next(), false)) {
        throw fields.refuse(
            "[same] must hold fields that [_source] keeps but [%s] is left out by the mapping",
            name);
      }
      try {
        return (value == null ? absent(name) : exactly(type, value)).toQuery(context);
      } catch (IllegalArgumentException | ElasticsearchParseException e) {
        // A malformed value is in the document, but not in the index.
        return new MatchNoDocsQuery("[" + name + "] cannot have the value");
      }
    }

    private static QueryBuilder absent(String name) {
      // A value that is too long, or malformed, is in the document, but not in the index.
      return QueryBuilders.boolQuery()
          .mustNot(QueryBuilders.existsQuery(name))
          .mustNot(QueryBuilders.termQuery(IgnoredFieldMapper.NAME, name));
    }

    private static QueryBuilder exactly(MappedFieldType type, String value) {
      String name = type.name();
      if (type.typeName().startsWith("date")) {
        // A term, and an upper bound without ||, would be all of the day that is given.
        return QueryBuilders.rangeQuery(name).gte(value).lte(value + "||");
      }
      // A term such as 10.0.0.0/8 would be all of these addresses.
      return type.typeName().equals("ip") && InetAddresses.isInetAddress(value) == false
          ? new MatchNoneQueryBuilder("[" + name + "] cannot have the value")
          : QueryBuilders.termQuery(name, value);
    }

    @Override
    public void toXContent(XContentBuilder builder) throws IOException {
      values.fields().toXContent(builder);
      builder.field("values", values.values());
    }
  }
}
