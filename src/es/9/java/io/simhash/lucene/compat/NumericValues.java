package io.simhash.lucene.compat;

import java.io.IOException;
import org.apache.lucene.index.NumericDocValues;

/** Reads many numeric doc values at once. Lucene 9 reads one at a time. */
public final class NumericValues {

  private NumericValues() {}

  /** Whether all documents have a value. The values must be new; they are moved. */
  public static boolean areFull(NumericDocValues values, int maxDoc) throws IOException {
    return values.nextDoc() == 0 && values.docIDRunEnd() >= maxDoc;
  }

  /** Reads the values of documents in ascending order that all have one. */
  public static void read(NumericDocValues values, int size, int[] docs, long[] read)
      throws IOException {
    values.longValues(size, docs, read, 0);
  }
}
