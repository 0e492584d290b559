package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.lucene.search.ConfirmedQuery;
import io.simhash.lucene.search.ConfirmedQuery.Confirmation;
import io.simhash.lucene.search.ConfirmedQuery.TextSource;
import io.simhash.lucene.text.TextShingles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.StringFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.lookup.SourceFilter;
import org.elasticsearch.search.lookup.SourceProvider;

/**
 * Adds {@code confirm} to a Lucene query. The texts of documents come from {@code _source}, stored
 * or synthetic, as far as the searcher may see them.
 */
record ConfirmedQueryFactory(IndexFields fields, ShardTexts shardTexts) {

  /**
   * The query with the check, or {@code near} itself where {@code confirm} is {@code null}.
   *
   * @param texts the query's own texts where the clause has none
   * @param shingling the shingles where the clause names none
   */
  Query create(Query near, ConfirmOptions confirm, List<String> texts, Shingling shingling) {
    if (confirm == null) {
      return near;
    }
    StringFieldType field = requireField(fields, confirm.field());
    TextShingles shingles =
        new TextShingles(confirm.shingling(shingling), field.getTextSearchInfo().searchAnalyzer());
    HashedSet query =
        shardTexts.shingles(shingles, confirm.texts() == null ? texts : confirm.texts());
    if (query.isEmpty()) {
      return new MatchNoDocsQuery("the text to confirm with has no shingles");
    }
    Confirmation confirmation =
        new Confirmation(
            field.name(), shingles, query, confirm.minSimilarity(), confirm.minContainment());
    return new ConfirmedQuery(near, confirmation, source(field));
  }

  /** Refuses a field that cannot be used, also where the query matches nothing anyway. */
  void require(ConfirmOptions confirm) {
    if (confirm != null) {
      requireField(fields, confirm.field());
    }
  }

  /** The texts of a field. */
  TextSource source(MappedFieldType field) {
    SearchExecutionContext context = fields.context();
    Set<String> paths = context.sourcePath(field.name());
    // A synthetic source is built only as far as needed; a stored one is read whole anyway.
    SourceFilter filter =
        context.isSourceSynthetic() ? new SourceFilter(paths.toArray(String[]::new), null) : null;
    Runnable cancellation = SearchCancellation.INSTANCE.of(context.searcher());
    return segment -> {
      SourceProvider source = SearchContexts.source(context, filter);
      ValueFetcher values = field.valueFetcher(context, null);
      values.setNextReader(segment);
      return doc -> {
        cancellation.run();
        return values.fetchValues(source.getSource(segment, doc), doc, new ArrayList<>()).stream()
            .map(Object::toString)
            .toList();
      };
    };
  }

  /** Requires a text field that {@code _source} keeps. */
  static StringFieldType requireField(IndexFields fields, String name) {
    StringFieldType field = fields.require(StringFieldType.class, "text", "confirm.field", name);
    requireTexts(fields, field.name());
    requireSource(fields, field.name(), "confirm");
    return field;
  }

  private static void requireTexts(IndexFields fields, String field) {
    if (fields.context().isMetadataField(field)) {
      throw fields.refuse(
          "[confirm.field] must be a field of texts but [%s] is a metadata field", field);
    }
    int dot = field.lastIndexOf('.');
    String parent = field.substring(0, Math.max(0, dot));
    if (fields.context().getFieldType(parent) instanceof SimHashFieldType simHash
        && simHash.getChildFieldType(field.substring(dot + 1)) != null) {
      throw fields.refuse(
          "[confirm.field] must be a field of texts but [%s] is a part of the fingerprints in [%s]",
          field, parent);
    }
  }

  /**
   * Requires that the texts of a field can be read from {@code _source}.
   *
   * @param reader the name of the query or the option that reads them
   */
  static void requireSource(IndexFields fields, String field, String reader) {
    SearchExecutionContext context = fields.context();
    if (context.isSourceEnabled() == false) {
      throw fields.refuse("[%s] reads [_source], which is disabled here", reader);
    }
    if (context.nestedScope().getObjectMapper() != null
        || context.nestedLookup().getNestedParent(field) != null) {
      throw fields.refuse("[%s] reads whole documents: it has no place in nested objects", reader);
    }
    Set<String> paths = context.sourcePath(field);
    SourceFilter kept = KeptSource.filter(context);
    for (String path : paths) {
      // A field that others are copied to has no value of its own in most documents.
      boolean own = path.equals(field) && paths.size() > 1;
      if (own == false && kept.isPathFiltered(path, false)) {
        throw fields.refuse("[%s] reads [_source], which is mapped to omit [%s]", reader, path);
      }
    }
  }
}
