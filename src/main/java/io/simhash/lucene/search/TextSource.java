package io.simhash.lucene.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;

/** Where the texts of documents are read, whatever they are stored in. */
public interface TextSource {

  /** The texts of one segment, for one search thread. */
  Texts of(LeafReaderContext segment) throws IOException;

  /** Reads documents in ascending order. */
  interface Texts {

    /** The texts of a document; none where it has none, or none that the searcher may see. */
    List<String> of(int doc) throws IOException;
  }
}
