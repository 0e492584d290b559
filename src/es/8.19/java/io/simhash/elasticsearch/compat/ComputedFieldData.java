package io.simhash.elasticsearch.compat;

import org.apache.lucene.search.SortField;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.fielddata.BinaryScriptFieldData;
import org.elasticsearch.search.MultiValueMode;

/** Binary values that are computed from another field, for aggregations, sorting and scripts. */
public abstract class ComputedFieldData extends BinaryScriptFieldData {

  protected ComputedFieldData(String name) {
    super(name);
  }

  /** Not called: this line refuses an index that is sorted by such values with its own sentence. */
  public abstract SortField indexSort(
      IndexVersion created, Object missingValue, MultiValueMode sortMode, boolean reverse);
}
