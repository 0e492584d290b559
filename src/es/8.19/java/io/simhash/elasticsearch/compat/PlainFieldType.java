package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/** A field with terms or with doc values. Lines differ in how a type says what is indexed. */
public abstract class PlainFieldType extends MappedFieldType {

  /**
   * @param hasTerms whether the field has terms; otherwise it has doc values
   */
  protected PlainFieldType(String name, boolean hasTerms, Map<String, String> meta) {
    super(name, hasTerms, false, hasTerms == false, TextSearchInfo.NONE, meta);
  }

  /** True, as in later lines: queries read the terms or the doc values. */
  @Override
  public boolean isSearchable() {
    return true;
  }
}
