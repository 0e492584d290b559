package io.simhash.elasticsearch.compat;

import org.elasticsearch.index.fielddata.BinaryScriptFieldData;

/** Binary values that are computed from another field, for aggregations, sorting and scripts. */
public abstract class ComputedFieldData extends BinaryScriptFieldData {

  protected ComputedFieldData(String name) {
    super(name);
  }
}
