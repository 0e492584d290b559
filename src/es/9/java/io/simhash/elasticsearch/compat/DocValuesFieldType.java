package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A field with doc values only. Lines differ in how a type says what is indexed. */
public abstract class DocValuesFieldType extends MappedFieldType {

  protected DocValuesFieldType(String name, Map<String, String> meta) {
    super(name, IndexType.docValuesOnly(), false, meta);
  }
}
