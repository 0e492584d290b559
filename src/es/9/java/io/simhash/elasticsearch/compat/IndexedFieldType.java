package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A field with terms only. Lines differ in how a type says what is indexed. */
public abstract class IndexedFieldType extends MappedFieldType {

  protected IndexedFieldType(String name, Map<String, String> meta) {
    super(name, IndexType.terms(true, false), false, meta);
  }
}
