package io.simhash.elasticsearch.analysis;

import io.simhash.core.GoldenFile;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;

/** From the options that users type to the profile id: persisted ids must never change. */
public class FingerprinterFactoryTests extends ESTestCase {

  private static final AnalyzerLookup ANALYZERS =
      name -> new IdentifiedAnalyzer(new SimpleAnalyzer(), name + ";id");

  private IdfModels models;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    Path config = createTempDir();
    Files.createDirectories(config.resolve("simhash"));
    Files.writeString(config.resolve("simhash/my.tsv"), "# documents\t100\na\t1\nb\t50\n");
    models = new IdfModels(config);
  }

  public void testGolden() throws IOException {
    List<List<String>> rows = GoldenFile.rows("profiles-v2.tsv");
    assertEquals(401, rows.size());
    for (List<String> row : rows) {
      Map<String, Object> options =
          XContentHelper.convertToMap(JsonXContent.jsonXContent, row.get(0), true);
      options.replace("idf_path", "my.tsv", "simhash/my.tsv");
      boolean hasTitle = Boolean.parseBoolean(row.get(1));
      assertEquals(row.toString(), row.get(3), id(options, hasTitle, numbers(row.get(2))));
    }
  }

  private String id(Map<String, Object> options, boolean hasTitle, List<Double> boosts) {
    return new FingerprinterFactory(ANALYZERS, models)
        .create(options, hasTitle, boosts)
        .profile()
        .id();
  }

  private static List<Double> numbers(String list) {
    return Arrays.stream(list.substring(1, list.length() - 1).split(", "))
        .map(Double::valueOf)
        .toList();
  }
}
