package io.simhash.elasticsearch.script;

import java.util.Map;
import org.elasticsearch.script.FilterScript;
import org.elasticsearch.search.lookup.SearchLookup;

/**
 * Scripts for {@code script} queries, the same for both sources: a document matches if it has a
 * fingerprint within {@code max_distance}.
 */
record FilterScriptFactory() implements FilterScript.Factory {

  @Override
  public boolean isResultDeterministic() {
    return true;
  }

  @Override
  public FilterScript.LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
    ScriptParameters parameters = ScriptParameters.readWithMaxDistance(params, lookup);
    return reader -> {
      SegmentDistances distances = new SegmentDistances(parameters, reader);
      return new FilterScript(params, lookup, reader) {
        @Override
        public void setDocument(int document) {
          super.setDocument(document);
          distances.setDocument(document);
        }

        @Override
        public boolean execute() {
          int distance = distances.distance();
          return distance != SegmentDistances.NONE && distance <= parameters.maxDistance();
        }
      };
    };
  }
}
