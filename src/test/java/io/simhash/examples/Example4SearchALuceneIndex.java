package io.simhash.examples;

import static org.junit.Assert.assertEquals;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.junit.Test;

/** Near-duplicates in an index of Lucene alone: no Elasticsearch is needed. */
public class Example4SearchALuceneIndex {

  private static NearValue value(String text) {
    return new NearValue(Signature.ofText(text).orElseThrow());
  }

  @Test
  public void testTheReprintIsSimilarAndTheMatchReportIsNot() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        for (String text : List.of(Texts.ANNOUNCEMENT, Texts.REPRINT, Texts.MATCH_REPORT)) {
          Document document = new Document();
          document.add(new StoredField("body", text));
          SimHashFields.of("near", value(text)).forEach(document::add);
          writer.addDocument(document);
        }
      }
      // Neighbours are similar from .51 on; the score is the similarity.
      Query query = new SimHashNearQuery("near", value(Texts.ANNOUNCEMENT));
      List<String> found = new ArrayList<>();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (ScoreDoc hit : searcher.search(query, 10).scoreDocs) {
          String body = searcher.storedFields().document(hit.doc).get("body");
          found.add(String.format(Locale.ROOT, "%.2f %s", hit.score, body));
        }
      }
      found.forEach(System.out::println);
      assertEquals(List.of("1.00 " + Texts.ANNOUNCEMENT, "0.86 " + Texts.REPRINT), found);
    }
  }
}
