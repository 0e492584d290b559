package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.TestSignatures.SAME;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.mapper.NearDuplicateMappingTestCase;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.memory.MemoryIndex;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;

/** Queries of a shard on documents that a mapping of this release cannot make. */
public class ShardQueryFactoryTests extends NearDuplicateMappingTestCase {

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river to the sea";

  /** Numbered in this order. */
  private final List<LuceneDocument> documents = new ArrayList<>();

  public ShardQueryFactoryTests() {
    super("simhash");
  }

  private static NearQueryBuilder near(
      FingerprintSource source, Integer maxDistance, Double minSimilarity) {
    SimHashNear near =
        new SimHashNear(
            "field",
            source,
            maxDistance,
            minSimilarity,
            DistanceScore.RECIPROCAL,
            null,
            null,
            false);
    return new NearQueryBuilder(near, TestResolver.create());
  }

  private void assertFound(
      List<Integer> expected, MapperService service, FingerprintSource source, Double minSimilarity)
      throws IOException {
    IndexWriterConfig config = newIndexWriterConfig().setMergePolicy(newLogMergePolicy());
    try (Directory directory = newDirectory();
        RandomIndexWriter writer = new RandomIndexWriter(random(), directory, config)) {
      for (LuceneDocument document : documents) {
        writer.addDocument(document);
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = new IndexSearcher(reader);
        Query query =
            near(source, null, minSimilarity)
                .toQuery(createSearchExecutionContext(service, searcher));
        ScoreDoc[] hits = searcher.search(query, 100).scoreDocs;
        assertEquals(expected, Arrays.stream(hits).map(hit -> hit.doc).sorted().toList());
      }
    }
  }

  private static LuceneDocument raw(long fingerprint, int version) {
    LuceneDocument document = new LuceneDocument();
    SimHashFields.of("field", fingerprint).forEach(document::add);
    byte[] stored = SAME.stored();
    stored[0] = (byte) version;
    String name = SimHashFields.signatureField("field");
    document.add(new BinaryDocValuesField(name, new BytesRef(stored)));
    document.add(new StringField(name, version + ":character:auto:384", Field.Store.NO));
    return document;
  }

  /** A signature of another version counts as absent; a signature of this one is compared. */
  public void testSignaturesOfAnEarlierAndALaterVersion() throws IOException {
    MapperService service = createMapperService(field());
    documents.addAll(List.of(raw(0, 2), raw(0, 3), raw((1 << 12) - 1, 1), raw((1 << 13) - 1, 1)));
    FingerprintSource source = new FingerprintSource.Value(0, SAME, null);
    String warning =
        "[simhash_near] [field.signature] holds signatures with other parameters than the query's:"
            + " they count as absent";
    assertFound(List.of(0, 1, 2), service, source, null);
    assertWarnings(warning);
    assertFound(List.of(0), service, source, 0.0);
    assertWarnings(warning);
    assertFound(List.of(0, 1, 2), service, new FingerprintSource.Value(0, null, null), null);
  }

  /** As after a change of a dictionary that the analyzer reads. */
  public void testATextMeetsAnotherProfile() throws IOException {
    MapperService service = createMapperService(field("analyzer", "standard"));
    documents.add(parse(service.documentMapper(), TEXT));
    assertFound(List.of(0), service, new FingerprintSource.Text(TEXT), null);
    LuceneDocument other = raw(0, 2);
    other.add(new KeywordField("field.profile", "other", Field.Store.NO));
    documents.add(other);
    assertFound(List.of(0), service, new FingerprintSource.Text(TEXT), null);
    assertWarnings(
        "[simhash_near] [field] holds fingerprints of other profiles than the query's: distances to"
            + " them mean nothing. A [terms] aggregation on [field.profile] lists the profiles");
  }

  /** A percolator makes the query without a reader and searches one document in memory. */
  public void testPercolation() throws IOException {
    MapperService service = createMapperService(field("analyzer", "standard"));
    MemoryIndex document =
        MemoryIndex.fromDocument(parse(service.documentMapper(), TEXT), new KeywordAnalyzer());
    MemoryIndex other =
        MemoryIndex.fromDocument(
            parse(service.documentMapper(), TEXT.replaceAll("[aeiou]", "x")),
            new KeywordAnalyzer());
    for (Double minSimilarity : Arrays.asList(null, .5)) {
      for (Integer maxDistance : Arrays.asList(null, 0, 3, 12)) {
        Query query =
            near(new FingerprintSource.Text(TEXT), maxDistance, minSimilarity)
                .toQuery(createSearchExecutionContext(service));
        assertEquals(1, document.search(query), 0);
        assertEquals(0, other.search(query), 0);
      }
    }
  }
}
