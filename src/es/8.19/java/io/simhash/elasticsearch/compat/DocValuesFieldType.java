package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/** A field with doc values only. Lines differ in how a type says what is indexed. */
public abstract class DocValuesFieldType extends MappedFieldType {

  protected DocValuesFieldType(String name, Map<String, String> meta) {
    super(name, false, false, true, TextSearchInfo.NONE, meta);
  }

  /** True, as in later lines: queries read the doc values. */
  @Override
  public boolean isSearchable() {
    return true;
  }
}
