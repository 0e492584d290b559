package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.elasticsearch.query.KeptSource;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.aggregations.support.AggregationContext;

/** The fields of a cluster run, as one index maps them. */
record MappedFields(ShardQuestion.Fields fields, AggregationContext context) {

  /**
   * Requires fields of the right types.
   *
   * @return the name of the {@code simhash} field, also where an alias of it was typed; {@code
   *     null} if the index has no such field, and so no document of the run
   * @throws IllegalArgumentException naming the option, the field and the index
   */
  String require() {
    MappedFieldType type = context.getFieldType(fields.field());
    if (type == null) {
      return null;
    }
    requireSimHash(type);
    requireOrdered();
    requireKeyword();
    requireSource();
    requireText();
    return type.name();
  }

  private String index() {
    return context.getIndexSettings().getIndex().getName();
  }

  private void requireSimHash(MappedFieldType type) {
    if (type instanceof SimHashFieldType == false) {
      throw invalid(
          "[field] must name a field of type [simhash] but [%s] of index [%s] is of type [%s]",
          fields.field(), index(), type.typeName());
    }
    if (context.nestedLookup().getNestedParent(type.name()) != null) {
      throw invalid(
          "[field] must not name a field of a nested object but [%s] of index [%s] is in one",
          fields.field(), index());
    }
  }

  private void requireOrdered() {
    String field = fields.canonical();
    MappedFieldType type = field == null ? null : context.getFieldType(field);
    if (field != null && type == null) {
      throw invalid(
          "[canonical.field] must name a field of numbers or dates with doc values but [%s] is not"
              + " mapped in index [%s]",
          field, index());
    }
    if (type != null && (type.hasDocValues() && isNumber(type)) == false) {
      throw invalid(
          "[canonical.field] must name a field of numbers or dates with doc values but [%s] of"
              + " index [%s] is of type [%s]",
          field, index(), type.typeName());
    }
  }

  private static boolean isNumber(MappedFieldType type) {
    return switch (type.typeName()) {
      case "byte",
          "short",
          "integer",
          "long",
          "unsigned_long",
          "half_float",
          "float",
          "double",
          "scaled_float",
          "date",
          "date_nanos" ->
          true;
      default -> false;
    };
  }

  private void requireKeyword() {
    String field = fields.update();
    MappedFieldType type = field == null ? null : context.getFieldType(field);
    if (field != null && type == null) {
      throw invalid(
          "[update.field] must name a field of type [keyword] but [%s] is not mapped in index [%s]",
          field, index());
    }
    if (type != null && type.typeName().equals(KeywordFieldMapper.CONTENT_TYPE) == false) {
      throw invalid(
          "[update.field] must name a field of type [keyword] but [%s] of index [%s] is of type"
              + " [%s]",
          field, index(), type.typeName());
    }
  }

  /** An update writes the document that it has read from {@code _source}. */
  private void requireSource() {
    SearchExecutionContext search = context.subSearchContext().getSearchExecutionContext();
    if (fields.update() != null && KeptSource.isWhole(search) == false) {
      throw invalid(
          "[update] rebuilds documents from [_source], which is %s index [%s]; use [dest]",
          search.isSourceEnabled() ? "mapped to omit fields in" : "disabled in", index());
    }
  }

  private void requireText() {
    Confirm confirm = fields.confirm();
    if (confirm != null && context.getFieldType(confirm.field()) == null) {
      throw invalid(
          "[confirm.field] must name a field of texts but [%s] is not mapped in index [%s]",
          confirm.field(), index());
    }
  }
}
