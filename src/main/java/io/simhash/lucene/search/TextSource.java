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
     * Reads the texts of a document. Documents must be asked for in ascending order. Throws if the
     * search was cancelled or has taken too long.
     *
     * @return empty if the document has no text, or none that the searcher may see
     */
    List<String> read(int doc) throws IOException;
  }
}
