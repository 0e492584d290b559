package io.simhash.elasticsearch.script;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.ScoreScript;
import org.elasticsearch.search.lookup.SearchLookup;

/** Scripts for {@code script_score}: the score is the measure. */
record ScoreScriptFactory(Measure measure) implements ScoreScript.Factory {

  @Override
  public boolean isResultDeterministic() {
    return true;
  }

  @Override
  public ScoreScript.LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
    ScriptParameters parameters = ScriptParameters.read(params, lookup);
    return new ScoreScript.LeafFactory() {
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
        return script(params, lookup, reader, new SegmentDistances(parameters, reader));
      }
    };
  }

  private ScoreScript script(
      Map<String, Object> params,
      SearchLookup lookup,
      DocReader reader,
      SegmentDistances distances) {
    return new ScoreScript(params, lookup, reader) {
      @Override
      public void setDocument(int document) {
        super.setDocument(document);
        distances.setDocument(document);
      }

      @Override
      public double execute(ExplanationHolder explanation) {
        if (explanation != null) {
          explanation.set(measure + " " + distances.description());
        }
        return distances.value(measure);
      }
    };
  }
}
