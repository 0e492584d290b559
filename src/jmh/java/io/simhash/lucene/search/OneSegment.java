package io.simhash.lucene.search;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.IOUtils;

/** An index of one segment in a temporary folder, which is deleted at the end. */
final class OneSegment implements Closeable {

  private final Path folder;
  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;

  /**
   * @param document makes the documents, by their numbers from 0
   */
  OneSegment(int documents, IntFunction<Document> document) throws IOException {
    folder = Files.createTempDirectory("simhash-benchmark");
    directory = new MMapDirectory(folder);
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int i = 0; i < documents; i++) {
        writer.addDocument(document.apply(i));
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    searcher.setQueryCache(null);
  }

  /** A searcher without a cache of queries. */
  IndexSearcher searcher() {
    return searcher;
  }

  LeafReader leaf() {
    return reader.leaves().get(0).reader();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(reader, directory);
    IOUtils.rm(folder);
  }
}
