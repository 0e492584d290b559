package io.simhash.elasticsearch.script;

import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.script.FieldScript;
import org.elasticsearch.search.lookup.SearchLookup;

/** A measure as a script field: null for a document without fingerprint, H as an integer. */
final class SimHashFieldScript extends FieldScript {

  private final Measure measure;
  private final SegmentDistances distances;

  private SimHashFieldScript(
      Map<String, Object> params,
      SearchLookup lookup,
      LeafReaderContext context,
      Measure measure,
      SegmentDistances distances) {
    super(params, lookup, context);
    this.measure = measure;
    this.distances = distances;
  }

  @Override
  public void setDocument(int document) {
    super.setDocument(document);
    distances.setDocument(document);
  }

  @Override
  public Object execute() {
    int distance = distances.distance();
    if (distance == SegmentDistances.NONE) {
      return null;
    }
    return measure == Measure.HAMMING ? (Object) distance : (Object) measure.of(distance);
  }

  /** Creates the scripts of one source. */
  record Factory(Measure measure) implements FieldScript.Factory {

    @Override
    public boolean isResultDeterministic() {
      return true;
    }

    @Override
    public LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
      ScriptParameters parameters = ScriptParameters.read(params, lookup);
      return context -> {
        SegmentDistances distances = new SegmentDistances(parameters, context.reader());
        return new SimHashFieldScript(params, lookup, context, measure, distances);
      };
    }
  }
}
