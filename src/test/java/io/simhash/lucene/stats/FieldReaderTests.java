package io.simhash.lucene.stats;

import io.simhash.core.block.BlockCounts;
import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FieldReaderTests extends LuceneTestCase {

  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.empty(), new Bands(64, 8, 2));

  private static Document document(String id, Long fingerprint, String profile, boolean signature) {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.NO));
    if (fingerprint != null) {
      Optional<Signature> made = signature ? signature(fingerprint) : Optional.empty();
      SimHashFields.of("near", new NearValue(fingerprint, made)).forEach(document::add);
      document.add(new StringField("near.profile", profile, Field.Store.NO));
    }
    return document;
  }

  private static Optional<Signature> signature(long fingerprint) {
    // Few values, so that buckets have several documents.
    return PARAMETERS.ofElements(new long[] {fingerprint & 7});
  }

  private static BlockCounts[] counts() {
    BlockCounts[] counts = new BlockCounts[Blocks.COUNT];
    Arrays.setAll(counts, i -> new BlockCounts());
    return counts;
  }

  private static void assertCounts(BlockCounts[] expected, List<BlockCounts> counts) {
    assertEquals(expected.length, counts.size());
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i].largest(Blocks.VALUES), counts.get(i).largest(Blocks.VALUES));
    }
  }

  /** Several segments, some documents deleted, some without a fingerprint. */
  public void testCountsLiveDocuments() throws IOException {
    Map<String, Long> fingerprints = new HashMap<>();
    Map<String, Boolean> signed = new HashMap<>();
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      for (int i = 0; i < 300; i++) {
        Long fingerprint = rarely() ? null : random().nextLong();
        boolean signature = fingerprint != null && random().nextBoolean();
        String id = "" + i;
        writer.addDocument(document(id, fingerprint, "p" + i % 3, signature));
        fingerprints.put(id, fingerprint);
        signed.put(id, signature);
        if (random().nextInt(10) == 0) {
          String deleted = "" + random().nextInt(i + 1);
          writer.deleteDocuments(new Term("id", deleted));
          fingerprints.remove(deleted);
          signed.remove(deleted);
        }
        if (random().nextInt(50) == 0) {
          writer.flush();
        }
      }
      BlockCounts[] expected = counts();
      BlockCounts[] expectedBands = counts();
      Map<String, Long> profiles = new TreeMap<>();
      fingerprints.forEach(
          (id, fingerprint) -> {
            if (fingerprint != null) {
              for (int block = 0; block < Blocks.COUNT; block++) {
                expected[block].add(Blocks.value(fingerprint, block), 1);
                if (signed.get(id)) {
                  expectedBands[block].add(signature(fingerprint).orElseThrow().band(block), 1);
                }
              }
              profiles.merge("p" + Integer.parseInt(id) % 3, 1L, Long::sum);
            }
          });
      long signatures = signed.values().stream().filter(s -> s).count();
      try (IndexReader open = writer.getReader()) {
        FieldReader reader = new FieldReader(open, () -> {});
        assertCounts(expected, reader.blocks("near"));
        assertCounts(expectedBands, reader.bands("near"));
        assertCounts(counts(), reader.bands("absent"));
        assertEquals(profiles, new TreeMap<>(reader.terms("near.profile").byFrequency()));
        long unsigned = fingerprints.values().stream().filter(f -> f != null).count() - signatures;
        Map<String, Long> parameters = new TreeMap<>();
        parameters.put(PARAMETERS.toString(), signatures);
        parameters.put("none", unsigned);
        assertEquals(parameters, new TreeMap<>(reader.parameters("near").byFrequency()));
        assertEquals(0, reader.blocks("absent").getFirst().documents());
        assertEquals(Map.of(), reader.terms("absent").byFrequency());
      }
    }
  }

  public void testCancellation() throws IOException {
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
      writer.addDocument(document("1", 7L, "p", true));
      try (IndexReader open = writer.getReader()) {
        Runnable cancelled =
            () -> {
              throw new IllegalStateException("cancelled");
            };
        FieldReader blocks = new FieldReader(open, cancelled);
        expectThrows(IllegalStateException.class, () -> blocks.blocks("near"));
        FieldReader bands = new FieldReader(open, cancelled);
        expectThrows(IllegalStateException.class, () -> bands.bands("near"));
      }
    }
  }
}
