package io.simhash.benchmark;

import io.simhash.benchmark.Check.Expected;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The rows of the indices of made fingerprints. */
final class Rows {

  private static final int MANY = 1000;

  private final Settings settings;
  private final List<Row> rows = new ArrayList<>();

  private Rows(Settings settings) {
    this.settings = settings;
  }

  /** All rows, grouped by index. */
  static List<Row> all(Settings settings) {
    Rows all = new Rows(settings);
    all.addFingerprint();
    all.addSignature();
    all.addOtherLayouts();
    all.addTemplates();
    all.addCopies();
    all.addMinHash();
    all.addVector();
    return all.rows;
  }

  private Planted planted(String index) {
    return Indices.planted(index, settings);
  }

  private Row.Keys keys(String index, String name) {
    long start = Mix.at(settings.seed(), (index + "/" + name).hashCode());
    return Row.Keys.all(planted(index).families(), (int) start);
  }

  private Row row(String index, String name, Expected expected, IntFunction<String> query) {
    return Row.of(index, name, keys(index, name), expected, query);
  }

  private Row term(String index) {
    Planted planted = planted(index);
    return row(index, Row.TERM, Expected.FAMILY, f -> Queries.term(planted.familyGroup(f)));
  }

  private Row radius(String index, int radius) {
    Planted planted = planted(index);
    return row(
        index,
        "radius " + radius,
        Expected.within(radius),
        f -> Queries.radius(planted.query(f), radius));
  }

  private Row byDefault(String index) {
    Contents contents = Indices.contents(index, settings);
    return row(
        index,
        "default",
        Expected.FAMILY,
        f -> Queries.similar(contents.planted().query(f), contents.querySignature(f).toBase64()));
  }

  private void addFingerprint() {
    String index = Indices.FINGERPRINT;
    Planted planted = planted(index);
    rows.add(term(index));
    rows.add(row(index, "match_none", Expected.NOTHING, f -> Queries.NONE));
    for (int radius : new int[] {3, 7, 12, 24}) {
      rows.add(radius(index, radius));
    }
    rows.add(
        row(index, "stock form", Expected.within(3), f -> Queries.stock(planted.query(f)))
            .comparedWith(index + "/radius 3"));
    for (int radius : new int[] {3, 12}) {
      rows.add(
          row(
                  index,
                  "script scan " + radius,
                  Expected.within(radius),
                  f -> Queries.scriptScan(planted.query(f), radius))
              .comparedWith(index + "/radius " + radius));
    }
    rows.add(radius(index, 3).manyTimes("radius 3, _msearch of 1,000", MANY));
  }

  private void addSignature() {
    String index = Indices.SIGNATURE;
    Planted planted = planted(index);
    Contents contents = new Contents(planted);
    rows.add(term(index));
    rows.add(byDefault(index));
    rows.add(byDefault(index).manyTimes("default, _msearch of 1,000", MANY));
    // A confirmed query reads _source.
    if (planted.documents() <= Index.MOST_WITH_SOURCE) {
      rows.add(
          row(
                  index,
                  "default with confirm",
                  Expected.FAMILY,
                  f ->
                      Queries.confirmed(
                          planted.query(f),
                          contents.querySignature(f).toBase64(),
                          contents.text(planted.document(f, 0))))
              .comparedWith(index + "/default"));
    }
    rows.add(
        row(
                index,
                "default by like",
                Expected.FAMILY,
                f -> Queries.like("fp", index, planted.document(f, 0), ""))
            .comparedWith(index + "/default"));
    for (int radius : new int[] {3, 12}) {
      rows.add(radius(index, radius).comparedWith(Indices.FINGERPRINT + "/radius " + radius));
    }
  }

  /** The default query where the index is another one. */
  private void addOtherLayouts() {
    for (String index :
        List.of(
            Indices.HOLES,
            Indices.SEGMENTS,
            Indices.MORE_SEGMENTS,
            Indices.SHARDS,
            Indices.LOGSDB,
            Indices.KIND)) {
      rows.add(term(index));
      rows.add(byDefault(index).comparedWith(Indices.SIGNATURE + "/default"));
    }
    for (String index : List.of(Indices.SEGMENTS, Indices.SHARDS, Indices.LOGSDB)) {
      for (int radius : new int[] {3, 12}) {
        rows.add(radius(index, radius).comparedWith(Indices.SIGNATURE + "/radius " + radius));
      }
    }
  }

  private void addTemplates() {
    String index = Indices.TEMPLATES;
    Contents contents = new Contents(planted(index));
    rows.add(term(index));
    rows.add(byDefault(index).comparedWith(Indices.SIGNATURE + "/default"));
    String name = "default for a document of the template";
    int start = keys(index, name).start();
    Row.Keys filled = new Row.Keys(settings.documents() / 10, start, position -> 10 * position + 5);
    rows.add(
        Row.of(
                index,
                name,
                filled,
                Expected.ITSELF,
                document ->
                    Queries.similar(
                        contents.filledFingerprint(document),
                        contents.filledSignature(document).toBase64()))
            .comparedWith(index + "/default"));
  }

  private void addCopies() {
    String index = Indices.COPIES;
    String signature = new Contents(planted(index)).querySignature(0).toBase64();
    rows.add(term(index));
    rows.add(row(index, "default", Expected.ALL, f -> Queries.signature(signature)));
  }

  private void addMinHash() {
    String index = Indices.MINHASH;
    Contents contents = new Contents(planted(index));
    rows.add(term(index));
    rows.add(
        row(
            index,
            "minhash_near",
            Expected.FAMILY,
            f -> Queries.minhash(contents.queryTags(f), "")));
    rows.add(
        row(
                index,
                "minhash_near, min_matching_bands 0",
                Expected.FAMILY,
                f -> Queries.minhash(contents.queryTags(f), ", \"min_matching_bands\": 0"))
            .comparedWith(index + "/minhash_near"));
  }

  private void addVector() {
    Planted planted = planted(Indices.FLAT);
    rows.add(term(Indices.FLAT));
    rows.add(
        row(Indices.FLAT, "knn flat", Expected.within(3), f -> Queries.knn(planted.query(f), 3))
            .comparedWith(Indices.FINGERPRINT + "/radius 3"));
  }
}
