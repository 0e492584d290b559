package io.simhash.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The project's own sample texts, those of the demo. */
final class Samples {

  private static final Path FILE = Path.of("src/demo/articles.jsonl");

  private Samples() {}

  /** The texts of one language that are not edited copies of others. */
  static List<Document> read(boolean chinese) throws IOException {
    List<Document> texts = new ArrayList<>();
    for (String line : Files.readAllLines(FILE)) {
      Map<String, Object> fields = Corpus.fields(line);
      boolean ofLanguage = fields.get("language").equals(chinese ? "zh" : "en");
      if (ofLanguage && List.of("original", "other").contains(fields.get("kind"))) {
        texts.add(Corpus.document(fields));
      }
    }
    return texts;
  }
}
