package io.simhash.elasticsearch.script;

import static org.hamcrest.Matchers.instanceOf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.script.FieldScript;
import org.elasticsearch.script.FilterScript;
import org.elasticsearch.script.IngestScript;
import org.elasticsearch.script.NumberSortScript;
import org.elasticsearch.script.ScoreScript;
import org.elasticsearch.script.ScriptContext;
import org.elasticsearch.search.lookup.SearchLookup;
import org.elasticsearch.test.ESTestCase;

/** Errors of the engine; {@link SimHashScriptNodeTests} tests its numbers. */
public class SimHashScriptEngineTests extends ESTestCase {

  private static final String HEX = "00000000000000ff";

  private final SimHashScriptEngine engine = new SimHashScriptEngine();

  private static SearchLookup lookup() {
    MappedFieldType keyword = new KeywordFieldMapper.KeywordFieldType("tag");
    return new SearchLookup(
        name -> name.equals("tag") ? keyword : null, (type, lookup, operation) -> null, null);
  }

  /** The error sentences for these parameters, in all four contexts for both sources. */
  private List<String> refusals(Map<String, Object> params) {
    List<String> refusals = new ArrayList<>();
    for (String source : List.of("hamming", "reciprocal")) {
      List<ThrowingRunnable> contexts =
          List.of(
              () ->
                  engine
                      .compile(null, source, ScoreScript.CONTEXT, Map.of())
                      .newFactory(params, lookup()),
              () ->
                  engine
                      .compile(null, source, NumberSortScript.CONTEXT, Map.of())
                      .newFactory(params, lookup()),
              () ->
                  engine
                      .compile(null, source, FieldScript.CONTEXT, Map.of())
                      .newFactory(params, lookup()),
              () ->
                  engine
                      .compile(null, source, FilterScript.CONTEXT, Map.of())
                      .newFactory(params, lookup()));
      for (ThrowingRunnable context : contexts) {
        refusals.add(expectThrows(IllegalArgumentException.class, context).getMessage());
      }
    }
    return refusals;
  }

  private void assertRefused(String sentence, Map<String, Object> params) {
    Map<String, Object> all = new HashMap<>(params);
    assertEquals(sentence, refusals(all).get(3));
    assertEquals(sentence, refusals(all).get(7));
    all.remove("max_distance");
    for (int notFilter : List.of(0, 1, 2, 4, 5, 6)) {
      assertEquals(sentence, refusals(all).get(notFilter));
    }
  }

  private void assertFilterRefused(String sentence, Map<String, Object> params) {
    assertEquals(sentence, refusals(params).get(3));
    assertEquals(sentence, refusals(params).get(7));
  }

  public void testNameAndContexts() {
    assertEquals("simhash", engine.getType());
    assertEquals(4, engine.getSupportedContexts().size());
    for (ScriptContext<?> context : engine.getSupportedContexts()) {
      Object factory = engine.compile(null, "hamming", context, Map.of());
      assertThat(factory, instanceOf(context.factoryClazz));
    }
  }

  public void testUnknownSource() {
    for (String source : List.of("doc['x'].value", "similarity", "RECIPROCAL")) {
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class,
              () -> engine.compile(null, source, ScoreScript.CONTEXT, Map.of()));
      assertEquals(
          "a [simhash] script's [source] must be one of [hamming, reciprocal] but was ["
              + source
              + "]",
          e.getMessage());
    }
  }

  public void testUnknownContext() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> engine.compile(null, "hamming", IngestScript.CONTEXT, Map.of()));
    assertEquals(
        "a [simhash] script runs in the contexts [field, filter, number_sort, score] but not in"
            + " [ingest]",
        e.getMessage());
  }

  public void testOptions() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> engine.compile(null, "hamming", ScoreScript.CONTEXT, Map.of("fast", "true")));
    assertEquals("a [simhash] script takes no [options] but got [fast]", e.getMessage());
  }

  public void testRequiredParameters() {
    assertRefused("[params] must have [field]", Map.of("fingerprint", HEX, "max_distance", 3));
    assertRefused("[params] must have [fingerprint]", Map.of("field", "tag", "max_distance", 3));
    assertFilterRefused(
        "[params] must have [max_distance]", Map.of("field", "tag", "fingerprint", HEX));
  }

  public void testField() {
    assertRefused(
        "[field] must name a field of type [simhash] but [absent] is not mapped",
        Map.of("field", "absent", "fingerprint", HEX, "max_distance", 3));
    assertRefused(
        "[field] must name a field of type [simhash] but [tag] has type [keyword]",
        Map.of("field", "tag", "fingerprint", HEX, "max_distance", 3));
    assertRefused(
        "[field] must be a string but was [5]",
        Map.of("field", 5, "fingerprint", HEX, "max_distance", 3));
  }

  public void testMaxDistance() {
    for (int wrong : List.of(-1, 65)) {
      assertFilterRefused(
          "[max_distance] must be in [0, 64] but was [" + wrong + "]",
          Map.of("field", "tag", "fingerprint", HEX, "max_distance", wrong));
    }
    assertFilterRefused(
        "[max_distance] must be an integer but was [2.5]",
        Map.of("field", "tag", "fingerprint", HEX, "max_distance", 2.5));
  }
}
