package io.simhash.elasticsearch.script;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.NumberSortScript;
import org.elasticsearch.search.lookup.SearchLookup;

/** Scripts for {@code _script} sorts of type {@code number}: the sort key is the measure. */
record SortScriptFactory(Measure measure) implements NumberSortScript.Factory {

  @Override
  public boolean isResultDeterministic() {
    return true;
  }

  @Override
  public NumberSortScript.LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
    ScriptParameters parameters = ScriptParameters.read(params, lookup);
    return new NumberSortScript.LeafFactory() {
      @Override
      public boolean needs_score() {
        return false;
      }

      @Override
      public NumberSortScript newInstance(DocReader reader) throws IOException {
        return script(params, lookup, reader, new SegmentDistances(parameters, reader));
      }
    };
  }

  private NumberSortScript script(
      Map<String, Object> params,
      SearchLookup lookup,
      DocReader reader,
      SegmentDistances distances) {
    return new NumberSortScript(params, lookup, reader) {
      @Override
      public void setDocument(int document) {
        super.setDocument(document);
        distances.setDocument(document);
      }

      @Override
      public double execute() {
        return distances.value(measure);
      }
    };
  }
}
