package io.simhash.texts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Chinese text of any length, from the articles of the demo. */
public final class ChineseText {

  private static final Path ARTICLES = Path.of("src/demo/articles.jsonl");

  private ChineseText() {}

  /** The first characters of the demo's Chinese articles that are not copies of others. */
  public static String ofLength(int characters) {
    StringBuilder text = new StringBuilder();
    try {
      for (String line : Files.readAllLines(ARTICLES)) {
        Map<String, Object> fields =
            XContentHelper.convertToMap(JsonXContent.jsonXContent, line, false);
        boolean original =
            "original".equals(fields.get("kind")) || "other".equals(fields.get("kind"));
        if (original && "zh".equals(fields.get("language"))) {
          text.append(fields.get("content")).append('\n');
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (text.length() < characters) {
      throw new IllegalArgumentException("the articles have " + text.length() + " characters");
    }
    return text.substring(0, characters);
  }
}
