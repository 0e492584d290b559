package io.simhash.evaluation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The table of a few methods, each at one setting, on all sets. */
final class Summary {

  /**
   * A method's setting.
   *
   * @param level its name in the tables of the method
   * @param shown what readers see
   */
  private record Setting(String level, String shown) {}

  /** The settings of the methods; ours first. */
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  Summary(Settings options) {
    String similar = Similarity.level("Ĵ", options.minSimilarity());
    put(Methods.DEFAULT, similar, "d ≤ " + options.radius() + ", " + similar);
    put(Profiles.DEFAULT, "d ≤ " + options.distance());
    put(Methods.DEFAULT_CONFIRM, "J ≥ .50", "d ≤ " + options.radius() + ", J ≥ .5");
    put(Methods.MINHASH, "Ĵ ≥ .50");
    put("84 minhashes in 6 super-shingles", "equal ≥ 2");
    put(Profiles.TRADITIONAL, "d ≤ 3");
    put("tf·idf", "d ≤ 3");
    put(Profiles.COMPOSITE, "d ≤ 3");
    put("cosine of tf vectors", "cos ≥ .95");
  }

  private void put(String method, String level) {
    put(method, level, level);
  }

  private void put(String method, String level, String shown) {
    settings.put(method, new Setting(level, shown));
  }

  /** One row a method, one column a set. */
  String table(Map<String, List<Curve>> sets) {
    StringBuilder text = new StringBuilder("| method | setting |");
    sets.keySet().forEach(set -> text.append(' ').append(set).append(" |"));
    text.append("\n|---|---|").append("---|".repeat(sets.size())).append('\n');
    settings.forEach(
        (method, setting) -> {
          text.append("| ").append(method).append(" | ").append(setting.shown()).append(" |");
          for (List<Curve> curves : sets.values()) {
            text.append(' ').append(cell(curves, method, setting.level())).append(" |");
          }
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
