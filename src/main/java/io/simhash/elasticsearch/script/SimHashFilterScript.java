package io.simhash.elasticsearch.script;

import java.util.Map;
import org.elasticsearch.script.DocReader;
import org.elasticsearch.script.FilterScript;
import org.elasticsearch.search.lookup.SearchLookup;

/**
 * A filter, for either source: whether a document has a fingerprint within {@code max_distance}.
 */
final class SimHashFilterScript extends FilterScript {

  private final int maxDistance;
  private final SegmentDistances distances;

  private SimHashFilterScript(
      Map<String, Object> params,
      SearchLookup lookup,
      DocReader reader,
      int maxDistance,
      SegmentDistances distances) {
    super(params, lookup, reader);
    this.maxDistance = maxDistance;
    this.distances = distances;
  }

  @Override
  public void setDocument(int document) {
    super.setDocument(document);
    distances.setDocument(document);
  }

  @Override
  public boolean execute() {
    int distance = distances.distance();
    return distance != SegmentDistances.NONE && distance <= maxDistance;
  }

  /** Creates the scripts. */
  record Factory() implements FilterScript.Factory {

    @Override
    public boolean isResultDeterministic() {
      return true;
    }

    @Override
    public LeafFactory newFactory(Map<String, Object> params, SearchLookup lookup) {
      ScriptParameters parameters = ScriptParameters.readWithMaxDistance(params, lookup);
      return reader ->
          new SimHashFilterScript(
              params,
              lookup,
              reader,
              parameters.maxDistance(),
              new SegmentDistances(parameters, reader));
    }
  }
}
