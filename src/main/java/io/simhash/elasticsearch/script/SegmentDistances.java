package io.simhash.elasticsearch.script;

import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.DocValuesDocReader;

/** The Hamming distances of a segment's documents, read in the order of the documents. */
final class SegmentDistances {

  /** The distance of a document without fingerprint. */
  static final int NONE = -1;

  private final long fingerprint;
  private final SortedNumericDocValues values;
  private int document;

  SegmentDistances(ScriptParameters parameters, DocReader reader) throws IOException {
    this(parameters, ((DocValuesDocReader) reader).getLeafReaderContext().reader());
  }

  SegmentDistances(ScriptParameters parameters, LeafReader reader) throws IOException {
    this.fingerprint = parameters.fingerprint();
    this.values = DocValues.getSortedNumeric(reader, parameters.field());
  }

  /** Sets the document whose distance is read next. */
  void setDocument(int document) {
    this.document = document;
  }

  /** The distance of the document's fingerprint, 0 to 64, or {@link #NONE}. */
  int distance() {
    try {
      return values.advanceExact(document)
          ? Fingerprint.distance(fingerprint, values.nextValue())
          : NONE;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The document's distance in words, for explanations. */
  String description() {
    int distance = distance();
    return distance == NONE
        ? "of a document without fingerprint"
        : "at Hamming distance " + distance;
  }
}
