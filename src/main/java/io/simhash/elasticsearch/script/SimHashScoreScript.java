package io.simhash.elasticsearch.script;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.ScoreScript;
import org.elasticsearch.search.lookup.SearchLookup;

/** A measure as a document's score, for {@code script_score}. */
final class SimHashScoreScript extends ScoreScript {

  private final Measure measure;
  private final SegmentDistances distances;

  private SimHashScoreScript(
      Map<String, Object> params,
      SearchLookup lookup,
      DocReader reader,
      Measure measure,
      SegmentDistances distances) {
    super(params, lookup, reader);
    this.measure = measure;
    this.distances = distances;
  }

  @Override
  public void setDocument(int document) {
    super.setDocument(document);
    distances.setDocument(document);
  }

  @Override
  public double execute(ExplanationHolder explanation) {
    if (explanation != null) {
      int distance = distances.distance();
      explanation.set(
          measure
              + (distance == SegmentDistances.NONE
                  ? " of a document without fingerprint"
                  : " at Hamming distance " + distance));
    }
    return distances.value(measure);
  }

  /** Creates the scripts of one source. */
  record Factory(Measure measure) implements ScoreScript.Factory {

    @Override
    public boolean isResultDeterministic() {
      return true;
    }

    @Override
    public LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
      ScriptParameters parameters = ScriptParameters.read(params, lookup);
      return new LeafFactory() {
        @Override
        public boolean needs_score() {
          return false;
        }

        @Override
        public boolean needs_termStats() {
          return false;
        }

        @Override
        public ScoreScript newInstance(DocReader reader) throws IOException {
          SegmentDistances distances = new SegmentDistances(parameters, reader);
          return new SimHashScoreScript(params, lookup, reader, measure, distances);
        }
      };
    }
  }
}
