package io.simhash.lucene.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;

/** Reads the texts of documents, whatever they are stored in. */
@FunctionalInterface
public interface TextSource {

  /** Opens the texts of one segment for one search thread. */
  SegmentTexts open(LeafReaderContext segment) throws IOException;

  /** The texts of one segment. */
  @FunctionalInterface
  interface SegmentTexts {

    /**
     * The texts of a document; empty if it has none, or none that the searcher may see. Documents
     * must be asked for in ascending order. Throws if the search was cancelled or takes too long.
     */
    List<String> read(int doc) throws IOException;
  }
}
