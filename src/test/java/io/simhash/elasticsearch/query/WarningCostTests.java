package io.simhash.elasticsearch.query;

import java.io.IOException;
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
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.test.ESTestCase;

/** How many documents are looked at to decide about a warning. */
public class WarningCostTests extends ESTestCase {

  private static final String FIELD = "profile";
  private static final int DOCUMENTS = 20_000;

  private final AtomicInteger read = new AtomicInteger();

  /** A segment whose live documents are given; counts the postings that are read. */
  private final class Counted extends FilterLeafReader {

    private final Bits live;

    Counted(LeafReader in, Bits live) {
      super(in);
      this.live = live;
    }

    @Override
    public Bits getLiveDocs() {
      return live;
    }

    @Override
    public Terms terms(String field) throws IOException {
      return new FilterTerms(in.terms(field)) {
        @Override
        public TermsEnum iterator() throws IOException {
          return new FilterTermsEnum(in.iterator()) {
            @Override
            public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
              return new FilterPostingsEnum(in.postings(null, flags)) {
                @Override
                public int nextDoc() throws IOException {
                  read.incrementAndGet();
                  return in.nextDoc();
                }
              };
            }
          };
        }
      };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private boolean hasOther(IndexReader reader, Bits live) throws IOException {
    read.set(0);
    LeafReader segment = getOnlyLeafReader(reader);
    return ComparabilityWarnings.hasOtherTerms(
        new MultiReader(new Counted(segment, live), new Counted(segment, live)),
        FIELD,
        new BytesRef("mine"),
        term -> true);
  }

  /** However many documents of other profiles are deleted, or hidden from the user. */
  public void testHiddenDocuments() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (int i = 0; i < DOCUMENTS; i++) {
          Document document = new Document();
          String profile = i % 2 == 0 ? "mine" : i % 3 == 0 ? "theirs" : "yours";
          document.add(new StringField(FIELD, profile, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      try (IndexReader reader = DirectoryReader.open(directory)) {
        assertTrue(hasOther(reader, null));
        assertEquals(1, read.get());
        assertFalse(hasOther(reader, new Bits.MatchNoBits(DOCUMENTS)));
        assertTrue("read " + read, read.get() < 4_200);
        assertTrue("one of the first is visible", hasOther(reader, from(1_000)));
        assertFalse("too many are hidden before it", hasOther(reader, from(DOCUMENTS - 1)));
      }
    }
  }

  private static Bits from(int first) {
    return new Bits() {
      @Override
      public boolean get(int doc) {
        return doc >= first;
      }

      @Override
      public int length() {
        return DOCUMENTS;
      }
    };
  }
}
