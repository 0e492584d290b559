package io.simhash.elasticsearch.retriever;

import io.simhash.elasticsearch.format.WireFormat;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.Explanation;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.xcontent.XContentBuilder;

/** The best hit of a group of near-duplicates, with the others of its group. */
public final class KeptHit extends RankDoc {

  private static final String NAME = "near_duplicate_collapse_rank_doc";
  private static final int FORMAT = 1;

  private final List<FoldedHit> folded;

  /**
   * @param folded the best first; empty for a hit without near-duplicates
   */
  KeptHit(int doc, float score, int shard, List<FoldedHit> folded) {
    super(doc, score, shard);
    this.folded = List.copyOf(folded);
  }

  private KeptHit(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a near_duplicate_collapse", FORMAT);
    this.folded = in.readCollectionAsList(FoldedHit::read);
  }

  /** What a node reads it by. */
  public static NamedWriteableRegistry.Entry namedWriteable() {
    return new NamedWriteableRegistry.Entry(RankDoc.class, NAME, KeptHit::new);
  }

  List<FoldedHit> folded() {
    return folded;
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    out.writeVInt(FORMAT);
    out.writeCollection(folded);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public Explanation explain(Explanation[] sources, String[] names) {
    return Explanation.match(
        rank,
        "rank "
            + rank
            + " with score "
            + score
            + ", the best of "
            + (folded.size() + 1)
            + " near-duplicates, of:",
        sources);
  }

  @Override
  protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("folded", folded.stream().map(FoldedHit::toMap).toList());
  }

  @Override
  protected boolean doEquals(RankDoc other) {
    return folded.equals(((KeptHit) other).folded);
  }

  @Override
  protected int doHashCode() {
    return folded.hashCode();
  }
}
