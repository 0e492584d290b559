package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

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
record FoldedHit(String index, String id, float score, int distance, double similarity)
    implements Writeable {

  /** One hit under another. */
  static FoldedHit of(WindowHit hit, WindowHit kept, float score) {
    NearValue value = hit.value().orElseThrow();
    NearValue best = kept.value().orElseThrow();
    return new FoldedHit(
        hit.index(), hit.id(), score, best.distance(value), best.similarity(value));
  }

  static FoldedHit read(StreamInput in) throws IOException {
    return new FoldedHit(
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

  /** The hit as responses show it; without {@code similarity} if there is none. */
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
