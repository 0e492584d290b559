package io.simhash.elasticsearch.script;

import static io.simhash.elasticsearch.script.SegmentDistances.NONE;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.FieldScript;
import org.elasticsearch.script.FilterScript;
import org.elasticsearch.script.NumberSortScript;
import org.elasticsearch.script.ScoreScript;
import org.elasticsearch.script.ScriptFactory;
import org.elasticsearch.search.lookup.SearchLookup;

/** The script factories of the four contexts. Parameters are checked once for each index. */
final class ScriptFactories {

  private ScriptFactories() {}

  /** Scripts whose result depends on the document alone, so that requests may be cached. */
  private interface Deterministic extends ScriptFactory {
    @Override
    default boolean isResultDeterministic() {
      return true;
    }
  }

  /** Scripts for {@code script_score}: the score is the measure. */
  record Score(Measure measure) implements Deterministic, ScoreScript.Factory {
    @Override
    public ScoreScript.LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
      ScriptParameters parameters = ScriptParameters.read(params, lookup, "field", "fingerprint");
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
          SegmentDistances distances = new SegmentDistances(parameters, reader);
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
              return measure.of(distances.distance());
            }
          };
        }
      };
    }
  }

  /** Scripts for {@code _script} sorts of type {@code number}: the sort key is the measure. */
  record Sort(Measure measure) implements Deterministic, NumberSortScript.Factory {
    @Override
    public NumberSortScript.LeafFactory newFactory(
        Map<String, Object> params, SearchLookup lookup) {
      ScriptParameters parameters = ScriptParameters.read(params, lookup, "field", "fingerprint");
      return new NumberSortScript.LeafFactory() {
        @Override
        public boolean needs_score() {
          return false;
        }

        @Override
        public NumberSortScript newInstance(DocReader reader) throws IOException {
          SegmentDistances distances = new SegmentDistances(parameters, reader);
          return new NumberSortScript(params, lookup, reader) {
            @Override
            public void setDocument(int document) {
              distances.setDocument(document);
            }

            @Override
            public double execute() {
              return measure.of(distances.distance());
            }
          };
        }
      };
    }
  }

  /**
   * Scripts for {@code script_fields}: the field is the measure, as an integer for {@code hamming};
   * null for a document without fingerprint.
   */
  record Field(Measure measure) implements Deterministic, FieldScript.Factory {
    @Override
    public FieldScript.LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
      ScriptParameters parameters = ScriptParameters.read(params, lookup, "field", "fingerprint");
      return context -> {
        SegmentDistances distances = new SegmentDistances(parameters, context.reader());
        return new FieldScript(params, lookup, context) {
          @Override
          public void setDocument(int document) {
            distances.setDocument(document);
          }

          @Override
          public Object execute() {
            int distance = distances.distance();
            if (distance == NONE) {
              return null;
            }
            return measure == Measure.HAMMING ? (Object) distance : (Object) measure.of(distance);
          }
        };
      };
    }
  }

  /**
   * Scripts for {@code script} queries, the same for both measures: a document matches if it has a
   * fingerprint within {@code max_distance}.
   */
  record Filter() implements Deterministic, FilterScript.Factory {
    @Override
    public FilterScript.LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
      ScriptParameters parameters =
          ScriptParameters.read(params, lookup, "field", "fingerprint", "max_distance");
      return reader -> {
        SegmentDistances distances = new SegmentDistances(parameters, reader);
        return new FilterScript(params, lookup, reader) {
          @Override
          public void setDocument(int document) {
            distances.setDocument(document);
          }

          @Override
          public boolean execute() {
            int distance = distances.distance();
            return distance != NONE && distance <= parameters.maxDistance();
          }
        };
      };
    }
  }
}
