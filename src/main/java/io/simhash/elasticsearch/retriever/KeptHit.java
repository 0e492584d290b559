package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.rankdoc.RankDocsQuery;
import org.elasticsearch.xcontent.XContentBuilder;

/** The best hit of a group of near-duplicates, with the others of its group. */
public final class KeptHit extends RankDoc {

  private static final String NAME = "near_duplicate_collapse_rank_doc";
  private static final int FORMAT = 1;

  /**
   * A hit that is listed under a better hit: its near-duplicate, or one that has most of its text.
   *
   * @param index the name of its index, after the name of its cluster if it is remote
   * @param distance see {@link NearValue#distance}
   * @param similarity see {@link NearValue#similarity}
   * @param containment the share of its shingles that the better hit has, above 0, for a hit with
   *     too little new text; otherwise 0
   */
  record Folded(
      String index, String id, float score, int distance, double similarity, double containment)
      implements Writeable {

    static Folded read(StreamInput in) throws IOException {
      return new Folded(
          in.readString(),
          in.readString(),
          in.readFloat(),
          in.readInt(),
          in.readDouble(),
          in.readDouble());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(index);
      out.writeString(id);
      out.writeFloat(score);
      out.writeInt(distance);
      out.writeDouble(similarity);
      out.writeDouble(containment);
    }

    /** The hit as responses show it, without the values that are unknown. */
    Map<String, Object> toMap() {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("_index", index);
      shown.put("_id", id);
      shown.put("_score", score);
      shown.putAll(NearValue.nearness(distance, similarity));
      if (containment > 0) {
        shown.put("containment", containment);
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
    int size = folded.size() + 1;
    String description =
        "rank " + rank + " with score " + score + ", the best of " + size + " near-duplicates, of:";
    return Explanation.match(rank, description, sources);
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

  /** Lists the near-duplicates of each kept hit in its field {@value #FIELD}. */
  public static final class FoldedHitsPhase implements FetchSubPhase {

    /** The name under {@code fields} of a hit. */
    static final String FIELD = "_near_duplicates";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
      // By the documents of the kept hits in the shard.
      Map<Integer, List<Folded>> folded = new HashMap<>();
      if (context.parsedQuery() != null) {
        collect(context.parsedQuery().query(), folded);
      }
      return folded.isEmpty()
          ? null
          : new FetchSubPhaseProcessor() {
            @Override
            public void setNextReader(LeafReaderContext segment) {}

            @Override
            public void process(HitContext hit) {
              List<Folded> others = folded.get(hit.readerContext().docBase + hit.docId());
              if (others != null) {
                List<Object> shown = others.stream().<Object>map(Folded::toMap).toList();
                hit.hit()
                    .addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, shown)), Map.of());
              }
            }

            @Override
            public StoredFieldsSpec storedFieldsSpec() {
              return StoredFieldsSpec.NO_REQUIREMENTS;
            }
          };
    }

    /** Looks for the ranked hits, also where {@code indices_boost} multiplies their scores. */
    private static void collect(Query query, Map<Integer, List<Folded>> folded) {
      if (query instanceof BoostQuery boosted) {
        collect(boosted.getQuery(), folded);
      } else if (query instanceof RankDocsQuery ranked) {
        for (RankDoc doc : ranked.rankDocs()) {
          if (doc instanceof KeptHit kept && kept.folded.isEmpty() == false) {
            folded.put(kept.doc, kept.folded);
          }
        }
      }
    }
  }
}
