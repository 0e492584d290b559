package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/** A field with terms only. Lines differ in how a type says what is indexed. */
public abstract class IndexedFieldType extends MappedFieldType {

  protected IndexedFieldType(String name, Map<String, String> meta) {
    super(name, true, false, false, TextSearchInfo.NONE, meta);
  }
}
