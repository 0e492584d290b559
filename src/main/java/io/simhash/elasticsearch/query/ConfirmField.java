package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import java.util.Set;
import org.elasticsearch.index.mapper.StringFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.lookup.SourceFilter;

/** The field of {@code confirm}: one whose texts are in the {@code _source} of whole documents. */
final class ConfirmField {

  private ConfirmField() {}

  /** Requires a text field that {@code _source} keeps. */
  static StringFieldType require(IndexFields fields, String name) {
    StringFieldType field = fields.require(StringFieldType.class, "text", "confirm.field", name);
    requireTexts(fields, field.name());
    requireSource(fields, field.name());
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

  private static void requireSource(IndexFields fields, String field) {
    SearchExecutionContext context = fields.context();
    if (context.isSourceEnabled() == false) {
      throw fields.refuse("[confirm] reads [_source], which is disabled here");
    }
    if (context.nestedScope().getObjectMapper() != null
        || context.nestedLookup().getNestedParent(field) != null) {
      throw fields.refuse("[confirm] reads whole documents: it has no place in nested objects");
    }
    Set<String> paths = context.sourcePath(field);
    SourceFilter kept = KeptSource.filter(context);
    for (String path : paths) {
      // A field that others are copied to has no value of its own in most documents.
      boolean own = path.equals(field) && paths.size() > 1;
      if (own == false && kept.isPathFiltered(path, false)) {
        throw fields.refuse("[confirm] reads [_source], which is mapped to omit [%s]", path);
      }
    }
  }
}
