package io.simhash.elasticsearch.option;

import java.util.Locale;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;

/** The mapped fields of one index, and the sentences about those that a query cannot use. */
public record IndexFields(SearchExecutionContext context) {

  /**
   * Requires that a name is not that of an object, as Elasticsearch maps the value of a processor
   * where the mapping has no such field.
   *
   * @param option the option that names the field
   */
  public void requireNoObject(String typeName, String option, String field) {
    if (has(field) == false
        && Regex.isSimpleMatchPattern(field) == false
        && context.getMatchingFieldNames(field + ".*").isEmpty() == false) {
      throw refuse(
          "[%s] must be of type [%s] but there are only fields below [%s]: map it before the first"
              + " document",
          option, typeName, field);
    }
  }

  /** Whether the field is mapped. */
  public boolean has(String field) {
    return context.getFieldType(field) != null;
  }

  /**
   * A field of the type that an option asks for.
   *
   * @param option the option that names the field
   */
  public <T extends MappedFieldType> T require(
      Class<T> type, String typeName, String option, String field) {
    MappedFieldType found = context.getFieldType(field);
    requireNoObject(typeName, option, field);
    if (found == null) {
      throw refuse(
          "[%s] must be mapped but [%s] is not; with [ignore_unmapped] [true] such an index has"
              + " no match",
          option, field);
    }
    if (type.isInstance(found) == false) {
      throw refuse(
          "[%s] must be of type [%s] but [%s] is of type [%s]",
          option, typeName, field, found.typeName());
    }
    return type.cast(found);
  }

  /** Refuses a field of nested objects, whose values {@code like} does not read. */
  public void requireOutsideNested(String option, String field) {
    String path = context.nestedLookup().getNestedParent(field);
    if (path != null) {
      throw refuse(
          "[%s] needs a field outside nested objects but [%s] is inside [%s]: a document has a"
              + " value there for each of its objects",
          option, field, path);
    }
  }

  /** An error with a sentence in which each {@code %s} is replaced by a value. */
  public QueryShardException refuse(String sentence, Object... values) {
    return new QueryShardException(context, String.format(Locale.ROOT, sentence, values));
  }
}
