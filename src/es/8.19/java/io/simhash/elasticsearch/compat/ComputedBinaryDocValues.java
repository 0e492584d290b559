package io.simhash.elasticsearch.compat;

import org.elasticsearch.index.fielddata.SortedBinaryDocValues;

/** Binary values that are computed when they are read, without an iterator of their documents. */
public abstract class ComputedBinaryDocValues extends SortedBinaryDocValues {

  protected ComputedBinaryDocValues() {}
}
