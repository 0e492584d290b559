package io.simhash.evaluation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of a few methods, each at one setting, on all sets. */
final class Summary {

  /** Methods by the text of their setting; ours first. */
  private final Map<String, String> levels = new LinkedHashMap<>();

  Summary(Settings settings) {
    String wide = "d ≤ " + settings.radius();
    levels.put(Profiles.DEFAULT, "d ≤ " + settings.distance());
    levels.put(Methods.DEFAULT_MINHASH, wide);
    levels.put(Methods.DEFAULT_CONFIRM, wide);
    levels.put("MinHash alone, " + settings.components() + " components", "Ĵ ≥ .50");
    levels.put("84 minhashes in 6 super-shingles", "equal ≥ 2");
    levels.put(Profiles.TRADITIONAL, "d ≤ 3");
    levels.put("tf·idf", "d ≤ 3");
    levels.put(Profiles.COMPOSITE, "d ≤ 3");
    levels.put("cosine of tf vectors", "cos ≥ .95");
  }

  /** One row a method, one column a set. */
  String table(Map<String, List<Curve>> sets) {
    StringBuilder text = new StringBuilder("| method | setting |");
    sets.keySet().forEach(set -> text.append(' ').append(set).append(" |"));
    text.append("\n|---|---|").append("---|".repeat(sets.size())).append('\n');
    levels.forEach(
        (method, level) -> {
          text.append("| ").append(method).append(" | ").append(level).append(" |");
          sets.values()
              .forEach(curves -> text.append(' ').append(cell(curves, method, level)).append(" |"));
          text.append('\n');
        });
    return text.toString();
  }

  private static String cell(List<Curve> curves, String method, String level) {
    Optional<Curve> curve = curves.stream().filter(c -> c.method().equals(method)).findFirst();
    int at = curve.map(c -> c.levels().indexOf(level)).orElse(-1);
    return at < 0
        ? "–"
        : "P "
            + Tables.share(curve.get().precision().get(at))
            + ", R "
            + Tables.share(curve.get().recall8().get(at))
            + " / "
            + Tables.share(curve.get().recall5().get(at));
  }
}
