package io.simhash.evaluation;

import io.simhash.core.simhash.Fingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    String distance = options.radius() == Fingerprint.BITS ? "" : "d ≤ " + options.radius() + ", ";
    put(Methods.DEFAULT, similar, distance + similar);
    put(Profiles.DEFAULT, "d ≤ " + options.distance());
    put(Methods.DEFAULT_CONFIRM, "J ≥ .50", distance + "J ≥ .5");
    put(Methods.MINHASH, "Ĵ ≥ .50");
    put(Methods.SUPER_SHINGLES, "equal ≥ 2");
    put(Profiles.TRADITIONAL, "d ≤ 3");
    put(Profiles.TF_IDF, "d ≤ 3");
    put(Profiles.COMPOSITE, "d ≤ 3");
    put(Methods.COSINE, "cos ≥ .95");
  }

  private void put(String method, String level) {
    put(method, level, level);
  }

  private void put(String method, String level, String shown) {
    settings.put(method, new Setting(level, shown));
  }

  /** One row a method, one column a set. */
  String table(Map<String, List<Outcome>> sets) {
    StringBuilder text = new StringBuilder("| method | setting |");
    sets.keySet().forEach(set -> text.append(' ').append(set).append(" |"));
    text.append("\n|---|---|").append("---|".repeat(sets.size())).append('\n');
    settings.forEach(
        (method, setting) -> {
          text.append("| ").append(method).append(" | ").append(setting.shown()).append(" |");
          for (List<Outcome> outcomes : sets.values()) {
            text.append(' ').append(cell(outcomes, method, setting.level())).append(" |");
          }
          text.append('\n');
        });
    return text.toString();
  }

  private static String cell(List<Outcome> outcomes, String method, String level) {
    Outcome outcome =
        outcomes.stream().filter(o -> o.method().equals(method)).findFirst().orElse(null);
    int at = outcome == null ? -1 : outcome.levels().indexOf(level);
    return at < 0
        ? "–"
        : "P "
            + Tables.share(outcome.precision(at))
            + ", R "
            + Tables.share(outcome.recall8(at))
            + " / "
            + Tables.share(outcome.recall5(at));
  }
}
