package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.NearRule;
import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.Explanation;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.xcontent.XContentBuilder;

/** The best hit of a group of near-duplicates, with the others of its group. */
public final class KeptHit extends RankDoc {

  private static final String NAME = "near_duplicate_collapse_rank_doc";
  private static final int FORMAT = 1;

  /**
   * A hit that is listed under the better one of which it is a near-duplicate.
   *
   * @param index the name of its index, behind that of its cluster if it is remote
   * @param id its id
   * @param score its score
   * @param distance the Hamming distance of both fingerprints, 0 to 64, or {@link
   *     NearRule#NO_DISTANCE}
   * @param similarity the estimated Jaccard similarity in [0, 1], or {@link NearRule#NO_SIMILARITY}
   */
  record Folded(String index, String id, float score, int distance, double similarity)
      implements Writeable {

    static Folded read(StreamInput in) throws IOException {
      return new Folded(
          in.readString(), in.readString(), in.readFloat(), in.readInt(), in.readDouble());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(index);
      out.writeString(id);
      out.writeFloat(score);
      out.writeInt(distance);
      out.writeDouble(similarity);
    }

    /** The hit as responses show it; without {@code distance} or {@code similarity} if unknown. */
    Map<String, Object> toMap() {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("_index", index);
      shown.put("_id", id);
      shown.put("_score", score);
      if (distance != NearRule.NO_DISTANCE) {
        shown.put("distance", distance);
      }
      if (similarity != NearRule.NO_SIMILARITY) {
        shown.put("similarity", similarity);
      }
      return shown;
    }
  }

  private final List<Folded> folded;

  /**
   * @param folded the best first; empty for a hit without near-duplicates
   */
  KeptHit(int doc, float score, int shard, List<Folded> folded) {
    super(doc, score, shard);
    this.folded = List.copyOf(folded);
  }

  private KeptHit(StreamInput in) throws IOException {
    super(in);
    WireFormat.read(in, "a near_duplicate_collapse", FORMAT);
    this.folded = in.readCollectionAsList(Folded::read);
  }

  /** Registers the wire reader. */
  public static NamedWriteableRegistry.Entry namedWriteable() {
    return new NamedWriteableRegistry.Entry(RankDoc.class, NAME, KeptHit::new);
  }

  List<Folded> folded() {
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
    builder.field("folded", folded.stream().map(Folded::toMap).toList());
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
