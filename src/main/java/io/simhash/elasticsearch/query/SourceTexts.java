package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.lucene.search.TextSource;
import java.util.ArrayList;
import java.util.Set;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.lookup.SourceFilter;
import org.elasticsearch.search.lookup.SourceProvider;

/**
 * The texts of a field as {@code _source} has them, stored or synthetic, as far as the searcher may
 * see them; and the fields whose texts can be read so.
 */
final class SourceTexts {

  private SourceTexts() {}

  static TextSource of(SearchExecutionContext context, MappedFieldType field) {
    Set<String> paths = context.sourcePath(field.name());
    // A synthetic source is built only as far as needed; a stored one is read whole anyway.
    SourceFilter filter =
        context.isSourceSynthetic() ? new SourceFilter(paths.toArray(String[]::new), null) : null;
    Runnable cancellation = SearchContexts.cancellation(context.searcher());
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

  /**
   * A field of type {@code passages} that has terms for passages of a length, for a query or an
   * option that reads its texts.
   *
   * @param prefix precedes the names of options in error sentences
   */
  static PassagesFieldType passages(
      IndexFields fields, String prefix, String name, int length, String reader) {
    PassagesFieldType field =
        fields.require(PassagesFieldType.class, "passages", prefix + "field", name);
    require(fields, field.name(), reader);
    try {
      field.winnowing().requireLength(prefix + "min_length", length);
    } catch (IllegalArgumentException e) {
      throw fields.refuse("%s", e.getMessage());
    }
    return field;
  }

  /** Requires that a query or an option can read the texts of a field from {@code _source}. */
  static void require(IndexFields fields, String field, String reader) {
    SearchExecutionContext context = fields.context();
    if (context.isSourceEnabled() == false) {
      throw fields.refuse("[%s] reads [_source], which is disabled here", reader);
    }
    if (context.nestedScope().getObjectMapper() != null
        || context.nestedLookup().getNestedParent(field) != null) {
      throw fields.refuse(
          "[%s] reads whole documents: it and [%s] must be outside nested objects", reader, field);
    }
    Set<String> paths = context.sourcePath(field);
    SourceFilter kept = fields.keptSource();
    for (String path : paths) {
      // A field that others are copied to has no value of its own in most documents.
      boolean own = path.equals(field) && paths.size() > 1;
      if (own == false && kept.isPathFiltered(path, false)) {
        throw fields.refuse("[%s] reads [_source], which is mapped to omit [%s]", reader, path);
      }
    }
  }
}
