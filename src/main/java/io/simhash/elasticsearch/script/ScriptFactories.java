package io.simhash.elasticsearch.script;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.mapper.FingerprintValue;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.DocValuesDocReader;
import org.elasticsearch.script.FieldScript;
import org.elasticsearch.script.FilterScript;
import org.elasticsearch.script.NumberSortScript;
import org.elasticsearch.script.ScoreScript;
import org.elasticsearch.script.ScriptFactory;
import org.elasticsearch.search.lookup.SearchLookup;

/** The script factories of the four contexts. Parameters are checked once for each index. */
final class ScriptFactories {

  private ScriptFactories() {}

  /** The sources that users can write in a script: a number computed from a Hamming distance H. */
  enum Measure {
    /** H, the number of differing bits, 0 to 64; 65 for a document without fingerprint. */
    HAMMING(distance -> distance, Fingerprint.BITS + 1),

    /** {@code 1 / (1 + H)}, from 1 down to 1/65; 0 for a document without fingerprint. */
    RECIPROCAL(DistanceScore.RECIPROCAL::of, 0);

    private final IntToDoubleFunction ofDistance;

    /** The score and sort key of a document without fingerprint: worse than any other. */
    private final double missing;

    Measure(IntToDoubleFunction ofDistance, double missing) {
      this.ofDistance = ofDistance;
      this.missing = missing;
    }

    /** The number for a distance, 0 to 64, or {@link SegmentDistances#NONE}. */
    double of(int distance) {
      return distance == SegmentDistances.NONE ? missing : ofDistance.applyAsDouble(distance);
    }

    static Measure parse(String source) {
      return Arrays.stream(values())
          .filter(measure -> measure.toString().equals(source))
          .findFirst()
          .orElseThrow(
              () ->
                  invalid(
                      "a [simhash] script's [source] must be one of %s but was [%s]",
                      Arrays.toString(values()), source));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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
              int distance = distances.distance();
              if (explanation != null) {
                explanation.set(
                    distance == SegmentDistances.NONE
                        ? measure + " of a document without fingerprint"
                        : measure + " at Hamming distance " + distance);
              }
              return measure.of(distance);
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
            if (distance == SegmentDistances.NONE) {
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
            return distance != SegmentDistances.NONE && distance <= parameters.maxDistance();
          }
        };
      };
    }
  }

  /**
   * The {@code params} of a script, checked once for each index.
   *
   * @param field the field with the fingerprints of the documents; never an alias
   * @param fingerprint the fingerprint to compare them with
   * @param maxDistance the maximum distance, 0 to 64; 64 in contexts without it
   */
  private record ScriptParameters(String field, long fingerprint, int maxDistance) {

    /** Reads the {@code required} parameters; any other is an error. */
    static ScriptParameters read(
        Map<String, Object> params, SearchLookup lookup, String... required) {
      for (String name : required) {
        if (params.get(name) == null) {
          throw invalid("[params] must have [%s]", name);
        }
      }
      OptionMap options = new OptionMap(new HashMap<>(params));
      boolean isLimited = List.of(required).contains("max_distance");
      int maxDistance = isLimited ? options.integer("max_distance") : Fingerprint.BITS;
      Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
      String field = field(options.string("field"), lookup);
      long fingerprint = FingerprintValue.fingerprint(options.any("fingerprint"));
      options.requireEmpty();
      return new ScriptParameters(field, fingerprint, maxDistance);
    }

    private static String field(String name, SearchLookup lookup) {
      MappedFieldType type = lookup.fieldType(name);
      if (type != null && type.typeName().equals(SimHashFieldType.NAME)) {
        return type.name();
      }
      throw invalid(
          "[field] must name a field of type [simhash] but [%s] %s",
          name, type == null ? "is not mapped" : "has type [" + type.typeName() + "]");
    }
  }

  /** The Hamming distances of a segment's documents, read in the order of the documents. */
  private static final class SegmentDistances {

    /** The distance of a document without fingerprint. */
    static final int NONE = -1;

    private final long fingerprint;
    private final SortedNumericDocValues values;
    private int document;

    SegmentDistances(ScriptParameters parameters, DocReader reader) throws IOException {
      this(parameters, ((DocValuesDocReader) reader).getLeafReaderContext().reader());
    }

    SegmentDistances(ScriptParameters parameters, LeafReader reader) throws IOException {
      this.fingerprint = parameters.fingerprint();
      this.values = DocValues.getSortedNumeric(reader, parameters.field());
    }

    void setDocument(int next) {
      document = next;
    }

    /** The distance of the document's fingerprint, 0 to 64, or {@link #NONE}. */
    int distance() {
      try {
        return values.advanceExact(document)
            ? Fingerprint.distance(fingerprint, values.nextValue())
            : NONE;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
