package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A field with terms or with doc values. Lines differ in how a type says what is indexed. */
public abstract class PlainFieldType extends MappedFieldType {

  /**
   * @param hasTerms whether the field has terms; otherwise it has doc values
   */
  protected PlainFieldType(String name, boolean hasTerms, Map<String, String> meta) {
    super(name, hasTerms ? IndexType.terms(true, false) : IndexType.docValuesOnly(), false, meta);
  }
}
