package io.simhash.elasticsearch.script;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.script.ScriptFactories.Measure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.script.FieldScript;
import org.elasticsearch.script.FilterScript;
import org.elasticsearch.script.NumberSortScript;
import org.elasticsearch.script.ScoreScript;
import org.elasticsearch.script.ScriptContext;
import org.elasticsearch.script.ScriptEngine;
import org.elasticsearch.script.ScriptException;

/**
 * The script language {@code simhash}: {@code hamming} is the distance H of a document's
 * fingerprint and {@code params.fingerprint}, {@code reciprocal} is {@code 1 / (1 + H)}.
 *
 * <p>In score, sort and field contexts a script returns that number. In filter context, with {@code
 * max_distance}, it returns whether H is at most that, for either source. For a document without
 * fingerprint, scores and sort keys are 65 for {@code hamming} and 0 for {@code reciprocal}, worse
 * than any other; the field is null and the filter does not match. Cost: one doc value a document.
 */
public final class SimHashScriptEngine implements ScriptEngine {

  public static final String NAME = "simhash";

  /** The supported contexts, each with the script factory for a source. */
  private static final Map<ScriptContext<?>, Function<Measure, Object>> FACTORIES =
      Map.of(
          ScoreScript.CONTEXT, ScriptFactories.Score::new,
          NumberSortScript.CONTEXT, ScriptFactories.Sort::new,
          FieldScript.CONTEXT, ScriptFactories.Field::new,
          FilterScript.CONTEXT, measure -> new ScriptFactories.Filter());

  @Override
  public String getType() {
    return NAME;
  }

  @Override
  public Set<ScriptContext<?>> getSupportedContexts() {
    return FACTORIES.keySet();
  }

  /** Every mistake is a {@link ScriptException}, which is a 400 in all versions. */
  @Override
  public <T> T compile(
      String name, String source, ScriptContext<T> context, Map<String, String> options) {
    try {
      if (options.isEmpty() == false) {
        throw invalid(
            "a [simhash] script takes no [options] but got %s", new TreeSet<>(options.keySet()));
      }
      Measure measure = Measure.parse(source);
      if (FACTORIES.containsKey(context) == false) {
        Set<String> supported = new TreeSet<>();
        FACTORIES.keySet().forEach(c -> supported.add(c.name));
        throw invalid(
            "a [simhash] script runs in the contexts %s but not in [%s]", supported, context.name);
      }
      return context.factoryClazz.cast(FACTORIES.get(context).apply(measure));
    } catch (IllegalArgumentException e) {
      throw new ScriptException(e.getMessage(), e, List.of(), source, NAME);
    }
  }
}
