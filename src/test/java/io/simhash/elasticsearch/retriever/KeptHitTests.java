package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.test.AbstractNamedWriteableTestCase;

/** How kept hits and the folded ones under them are sent to the shards. */
public class KeptHitTests extends AbstractNamedWriteableTestCase<RankDoc> {

  private static KeptHit.Folded randomFolded() {
    return new KeptHit.Folded(
        randomAlphaOfLength(4),
        randomAlphaOfLength(4),
        randomFloat(),
        randomIntBetween(0, 64),
        randomBoolean() ? NearValue.NO_SIMILARITY : randomDoubleBetween(0, 1, true),
        randomBoolean() ? 0 : randomDoubleBetween(0.01, 1, true));
  }

  @Override
  protected RankDoc createTestInstance() {
    List<KeptHit.Folded> folded = new ArrayList<>();
    for (int i = randomIntBetween(0, 3); i > 0; i--) {
      folded.add(randomFolded());
    }
    KeptHit hit =
        new KeptHit(randomIntBetween(0, 1_000), randomFloat(), randomIntBetween(0, 5), folded);
    hit.rank = randomIntBetween(1, 100);
    return hit;
  }

  @Override
  protected RankDoc mutateInstance(RankDoc instance) {
    KeptHit hit = (KeptHit) instance;
    List<KeptHit.Folded> more = new ArrayList<>(hit.folded());
    more.add(randomFolded());
    KeptHit other = new KeptHit(hit.doc, hit.score, hit.shardIndex, more);
    other.rank = hit.rank;
    return other;
  }

  @Override
  protected NamedWriteableRegistry getNamedWriteableRegistry() {
    return new NamedWriteableRegistry(List.of(KeptHit.namedWriteable()));
  }

  @Override
  protected Class<RankDoc> categoryClass() {
    return RankDoc.class;
  }

  public void testWhatIsShownOfAFoldedHit() {
    assertEquals(
        Map.of("_index", "news", "_id", "1", "_score", 2f, "distance", 3, "similarity", 0.5),
        new KeptHit.Folded("news", "1", 2, 3, 0.5, 0).toMap());
    assertEquals(
        Map.of("_index", "news", "_id", "1", "_score", 2f, "containment", 0.75),
        new KeptHit.Folded("news", "1", 2, NearValue.NO_DISTANCE, NearValue.NO_SIMILARITY, 0.75)
            .toMap());
  }
}
