package io.simhash.elasticsearch.script;

import java.util.Map;
import org.elasticsearch.script.FieldScript;
import org.elasticsearch.search.lookup.SearchLookup;

/**
 * Scripts for {@code script_fields}: the field is the measure, as an integer for {@code hamming};
 * null for a document without fingerprint.
 */
record FieldScriptFactory(Measure measure) implements FieldScript.Factory {

  @Override
  public boolean isResultDeterministic() {
    return true;
  }

  @Override
  public FieldScript.LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
    ScriptParameters parameters = ScriptParameters.read(params, lookup);
    return context -> {
      SegmentDistances distances = new SegmentDistances(parameters, context.reader());
      return new FieldScript(params, lookup, context) {
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
      };
    };
  }
}
