package io.simhash.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The texts of the sets, as JSON strings, in the order of the files. */
final class RealTexts {

  /** The Chinese sets: documentation, statutes, abstracts, poems. */
  static final List<String> CHINESE =
      List.of("zh-tidb-docs-versions", "zh-laws", "zh-csl-abstracts", "zh-tang-two-editions");

  /** The sets of long texts. */
  static final List<String> LONG = List.of("zh-tidb-docs-versions", "zh-laws", "en-docs-versions");

  /** Characters of the shortest text that is sure to have a fingerprint. */
  private static final int SHORTEST = 300;

  private RealTexts() {}

  /** The contents of the first documents of a set. */
  static List<String> read(Settings settings, String set, int limit) {
    Path file = Path.of(settings.data(), set, "docs.jsonl.gz");
    if (Files.exists(file) == false) {
      throw new IllegalArgumentException(
          "[--data] must be the folder of the sets but [" + file + "] is missing");
    }
    List<String> texts = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine();
          line != null && texts.size() < limit;
          line = lines.readLine()) {
        Object content =
            XContentHelper.convertToMap(JsonXContent.jsonXContent, line, false).get("content");
        texts.add(Objects.toString(content, ""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }

  /** Documents of the long sets in equal parts, at most so many together. */
  static List<String> mixed(Settings settings) {
    List<String> texts = new ArrayList<>();
    for (String set : LONG) {
      read(settings, set, settings.real() / LONG.size()).stream()
          .filter(text -> text.length() >= SHORTEST)
          .forEach(texts::add);
    }
    return texts;
  }
}
