package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.TestSignatures.SAME;

import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.mapper.NearDuplicateMappingTestCase;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
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
      NearSource source, Integer maxDistance, Double minSimilarity) {
    NeighbourOptions near =
        RandomNear.simHash(
            new NearOptions("field", maxDistance, minSimilarity, false),
            source,
            DistanceScore.RECIPROCAL,
            null,
            null);
    return new NearQueryBuilder(near, TestResolver.create());
  }

  private void assertFound(
      List<Integer> expected, MapperService service, NearSource source, Double minSimilarity)
      throws IOException {
    assertFound(expected, service, source, null, minSimilarity);
  }

  private void assertFound(
      List<Integer> expected,
      MapperService service,
      NearSource source,
      Integer maxDistance,
      Double minSimilarity)
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
            near(source, maxDistance, minSimilarity)
                .toQuery(createSearchExecutionContext(service, searcher));
        ScoreDoc[] hits = searcher.search(query, 100).scoreDocs;
        assertEquals(expected, Arrays.stream(hits).map(hit -> hit.doc).sorted().toList());
      }
    }
  }

  private static final int NOW = SignatureParameters.VERSION;
  private static final int LATER = SignatureParameters.VERSION + 1;

  private static LuceneDocument raw(long fingerprint, int version) {
    LuceneDocument document = new LuceneDocument();
    for (IndexableField field :
        SimHashFields.of("field", new NearValue(fingerprint, Optional.of(SAME)))) {
      if (field.name().equals(SimHashFields.signatureField("field"))) {
        BytesRef value = field.binaryValue();
        value.bytes[value.offset] = (byte) version;
      } else if (field.name().equals(BandTerms.field("field")) && version == LATER) {
        BytesRef parameters = BandTerms.ofParameters(SAME.parameters());
        parameters.bytes[parameters.offset + 1] = (byte) version;
        document.add(new StringField(field.name(), parameters, Field.Store.NO));
        continue;
      }
      document.add(field);
    }
    return document;
  }

  /** A signature of a later version counts as absent; a signature of this one is compared. */
  public void testSignaturesOfALaterVersion() throws IOException {
    MapperService service = createMapperService(field(""));
    documents.addAll(
        List.of(raw(0, NOW), raw(0, LATER), raw((1 << 12) - 1, LATER), raw((1 << 13) - 1, LATER)));
    NearSource source = RandomNear.value(0L, SAME, null);
    String warning =
        "[simhash_near] [field] holds documents whose signature cannot be compared with the"
            + " query's, or that have none: they are no neighbours. [_simhash/stats] counts them";
    for (Double minSimilarity : Arrays.asList(null, .01, 1.0)) {
      assertFound(List.of(0), service, source, minSimilarity);
      assertWarnings(warning);
    }
    assertFound(List.of(0, 1, 2), service, source, 12, null);
    assertFound(List.of(0, 1, 2), service, RandomNear.value(0L, null, null), null);
  }

  /** As after a change of a dictionary that the analyzer reads. */
  public void testATextMeetsAnotherProfile() throws IOException {
    MapperService service = createMapperService(field("'analyzer': 'standard'"));
    documents.add(parse(service.documentMapper(), TEXT));
    assertFound(List.of(0), service, new NearSource.Text(TEXT), null);
    LuceneDocument other = raw(0, NOW);
    other.add(new KeywordField("field.profile", "other", Field.Store.NO));
    documents.add(other);
    assertFound(List.of(0), service, new NearSource.Text(TEXT), null);
    assertWarnings(
        "[simhash_near] [field] holds fingerprints of other profiles than the query's: distances to"
            + " them mean nothing. A [terms] aggregation on [field.profile] lists the profiles");
  }

  /** A percolator makes the query without a reader and searches one document in memory. */
  public void testPercolation() throws IOException {
    MapperService service = createMapperService(field("'analyzer': 'standard'"));
    MemoryIndex document =
        MemoryIndex.fromDocument(parse(service.documentMapper(), TEXT), new KeywordAnalyzer());
    MemoryIndex other =
        MemoryIndex.fromDocument(
            parse(service.documentMapper(), TEXT.replaceAll("[aeiou]", "x")),
            new KeywordAnalyzer());
    for (Double minSimilarity : Arrays.asList(null, .5)) {
      for (Integer maxDistance : Arrays.asList(null, 0, 3, 12)) {
        Query query =
            near(new NearSource.Text(TEXT), maxDistance, minSimilarity)
                .toQuery(createSearchExecutionContext(service));
        assertEquals(1, document.search(query), 0);
        assertEquals(0, other.search(query), 0);
      }
    }
  }
}
