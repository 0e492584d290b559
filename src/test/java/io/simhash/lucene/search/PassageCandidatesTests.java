package io.simhash.lucene.search;

import io.simhash.core.passage.PassageRule;
import io.simhash.core.passage.Winnowing;
import io.simhash.core.text.PassageText;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Bits;

public class PassageCandidatesTests extends LuceneTestCase {

  private static final int DOCUMENTS = 150_000;

  /** While postings of documents are read that are deleted or hidden, too. */
  public void testHiddenDocumentsAreCountedWithChecks() throws IOException {
    PassageText text = new PassageText(List.of("the four ships left the harbour before dawn"));
    Winnowing winnowing = new Winnowing(5, 10);
    int[] terms = winnowing.terms(text);
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        Document document = new Document();
        document.add(new StringField("f", PassageField.bytes(terms[0]), Field.Store.NO));
        for (int i = 0; i < DOCUMENTS; i++) {
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (IndexReader reader = DirectoryReader.open(directory)) {
        AtomicInteger checks = new AtomicInteger();
        PassageRule rule = new PassageRule(20, 0, PassageRule.Share.QUERY, 1);
        new PassageCandidates(
            "f",
            List.of(hidden(getOnlyLeafReader(reader)).getContext()),
            text,
            winnowing,
            rule,
            checks::incrementAndGet);
        assertEquals("once for all terms, once for the frequent one", 2 + 2, checks.get());
      }
    }
  }

  private static LeafReader hidden(LeafReader reader) {
    return new FilterLeafReader(reader) {
      @Override
      public Bits getLiveDocs() {
        return new Bits.MatchNoBits(DOCUMENTS);
      }

      @Override
      public CacheHelper getCoreCacheHelper() {
        return null;
      }

      @Override
      public CacheHelper getReaderCacheHelper() {
        return null;
      }
    };
  }
}
