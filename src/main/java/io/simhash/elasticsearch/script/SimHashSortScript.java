package io.simhash.elasticsearch.script;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.NumberSortScript;
import org.elasticsearch.search.lookup.SearchLookup;

/** A measure as a sort key, for {@code _script} sorts of type {@code number}. */
final class SimHashSortScript extends NumberSortScript {

  private final Measure measure;
  private final SegmentDistances distances;

  private SimHashSortScript(
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
  public double execute() {
    return distances.value(measure);
  }

  /** Creates the scripts of one source. */
  record Factory(Measure measure) implements NumberSortScript.Factory {

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
        public NumberSortScript newInstance(DocReader reader) throws IOException {
          SegmentDistances distances = new SegmentDistances(parameters, reader);
          return new SimHashSortScript(params, lookup, reader, measure, distances);
        }
      };
    }
  }
}
