package io.simhash.elasticsearch.option;

import io.simhash.core.base.Errors;
import io.simhash.elasticsearch.mapper.SubKeywordFieldType;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MetadataFieldMapper;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.lookup.SourceFilter;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The mapped fields of one index, and the errors about fields that a query cannot use. */
public record IndexFields(SearchExecutionContext context) {

  /**
   * Requires that a name does not name an object: as an object, Elasticsearch maps the value of a
   * processor where the mapping has no such field.
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

  public boolean has(String field) {
    return context.getFieldType(field) != null;
  }

  /** The field that an option names, of a type. */
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
          "[%s] must be of type [%s] but [%s] is of type [%s]%s",
          option, typeName, field, found.typeName(), meant(type, field));
    }
    return type.cast(found);
  }

  /** A question that names the fields of a type inside a field, but no parts of fingerprints. */
  private String meant(Class<?> type, String field) {
    String names =
        context.getMatchingFieldNames(field + ".*").stream()
            .filter(name -> type.isInstance(context.getFieldType(name)))
            .filter(name -> context.getFieldType(name) instanceof SubKeywordFieldType == false)
            .sorted()
            .collect(Collectors.joining("] or ["));
    return names.isEmpty() ? "" : ": did you mean [" + names + "]?";
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

  /** Whether documents can be read as they were indexed, or as synthetic source shows them. */
  public boolean keepWholeSource() {
    SourceFilter filter = keptSource();
    return context.isSourceEnabled()
        && filter.getIncludes().length == 0
        && filter.getExcludes().length == 0;
  }

  /** The part of documents that {@code _source} keeps, by the mapping. */
  public SourceFilter keptSource() {
    MetadataFieldMapper mapper =
        context.getMappingLookup().getMapping().getMetadataMapperByName(SourceFieldMapper.NAME);
    if (mapper instanceof SourceFieldMapper source && source.isComplete() == false) {
      // The mapper shows the options only as JSON.
      String options = Strings.toString(source);
      Map<String, Object> json =
          XContentHelper.convertToMap(JsonXContent.jsonXContent, options, true);
      return new SourceFilter(names(json, "includes"), names(json, "excludes"));
    }
    return new SourceFilter(null, null);
  }

  private static String[] names(Map<String, Object> json, String option) {
    return XContentMapValues.extractValue(SourceFieldMapper.NAME + "." + option, json)
            instanceof List<?> names
        ? names.stream().map(Object::toString).toArray(String[]::new)
        : null;
  }

  /** An error with a {@link Errors#sentence}. */
  public QueryShardException refuse(String sentence, Object... values) {
    return new QueryShardException(context, Errors.sentence(sentence, values));
  }
}
