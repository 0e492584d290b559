package io.simhash.elasticsearch.query;

import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;

/**
 * The fields that a look-up reads.
 *
 * @param field the field of the query
 * @param type the type that it must have
 * @param source a search that reads the fields
 */
record LookupFields(String field, String type, SearchSourceBuilder source) {

  /** A field in a format of its type. */
  static LookupFields of(String field, String type, String format) {
    return new LookupFields(
        field, type, new SearchSourceBuilder().fetchField(new FieldAndFormat(field, format)));
  }

  /** The same and the texts of another field. */
  LookupFields withTexts(String textField) {
    return new LookupFields(field, type, source.shallowCopy().fetchField(textField));
  }
}
