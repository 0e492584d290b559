package io.simhash.elasticsearch.script;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.script.FieldScript;
import org.elasticsearch.script.FilterScript;
import org.elasticsearch.script.NumberSortScript;
import org.elasticsearch.script.ScoreScript;
import org.elasticsearch.script.ScriptContext;
import org.elasticsearch.script.ScriptEngine;

/**
 * The script language {@code simhash}: {@code hamming} is the distance H of a document's
 * fingerprint and {@code params.fingerprint}, {@code similarity} is {@code 1 / (1 + H)}.
 *
 * <p>In score, sort and field contexts it is that number; in filter context, with {@code
 * max_distance}, whether H is at most that, for either source. A document without fingerprint has a
 * {@code hamming} of 65 and a {@code similarity} of 0 in scores and sort keys (worse than any
 * other), null as a field, and passes no filter. Cost: one doc value a document.
 */
public final class SimHashScriptEngine implements ScriptEngine {

  /** The language's name. */
  public static final String NAME = "simhash";

  @Override
  public String getType() {
    return NAME;
  }

  @Override
  public <T> T compile(
      String name, String code, ScriptContext<T> context, Map<String, String> options) {
    if (options.isEmpty() == false) {
      throw new IllegalArgumentException(
          "a [simhash] script takes no [options] but got " + new TreeSet<>(options.keySet()));
    }
    Measure measure = Measure.parse(code);
    if (context.equals(ScoreScript.CONTEXT)) {
      return context.factoryClazz.cast(new SimHashScoreScript.Factory(measure));
    }
    if (context.equals(NumberSortScript.CONTEXT)) {
      return context.factoryClazz.cast(new SimHashSortScript.Factory(measure));
    }
    if (context.equals(FieldScript.CONTEXT)) {
      return context.factoryClazz.cast(new SimHashFieldScript.Factory(measure));
    }
    if (context.equals(FilterScript.CONTEXT)) {
      return context.factoryClazz.cast(new SimHashFilterScript.Factory());
    }
    Set<String> offered =
        getSupportedContexts().stream()
            .map(supported -> supported.name)
            .collect(Collectors.toCollection(TreeSet::new));
    throw new IllegalArgumentException(
        "a [simhash] script runs in the contexts "
            + offered
            + " but not in ["
            + context.name
            + "]");
  }

  @Override
  public Set<ScriptContext<?>> getSupportedContexts() {
    return Set.of(
        ScoreScript.CONTEXT, NumberSortScript.CONTEXT, FieldScript.CONTEXT, FilterScript.CONTEXT);
  }
}
