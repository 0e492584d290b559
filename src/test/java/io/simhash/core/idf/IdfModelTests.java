package io.simhash.core.idf;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Sha256;
import io.simhash.core.base.Weight;
import java.io.IOException;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class IdfModelTests extends LuceneTestCase {

  private static final String HEADER = "# documents\t100\n";

  public void testGolden() throws Exception {
    for (List<String> row : GoldenFile.rows("weights-v1.tsv", "idf")) {
      IdfModel model = read(GoldenFile.text(row.get(0)));
      double idf = model.idf(GoldenFile.text(row.get(1)));
      assertEquals(row.get(1), Long.parseLong(row.get(2)), Weight.of(idf));
    }
  }

  public void testLookUp() throws Exception {
    IdfModel model = read(HEADER + "中文\t100\nrare\t1\n\nspaced term\t50\n");
    assertEquals(100, model.documentFrequency("中文"));
    assertEquals(0, model.idf("中文"), 0);
    assertEquals(StrictMath.log(100), model.idf("rare"), 0);
    assertEquals(50, model.documentFrequency("spaced term"));
    assertEquals(0, model.documentFrequency("Rare"));
  }

  public void testAnUnknownTermHasTheMeanOfTheModel() throws Exception {
    IdfModel model = read(HEADER + "a\t100\nb\t10\nc\t1\n");
    double mean = (StrictMath.log(10) + StrictMath.log(100)) / 3;
    assertEquals("in steps of 2^-20", mean, model.idf("unknown"), 0x1p-21);
    assertEquals("a model without terms", 1, read(HEADER).idf("unknown"), 0);
  }

  public void testTheIdIsTheContentWhateverTheOrderOfTheLines() throws Exception {
    List<String> lines = new ArrayList<>(List.of("a\t1\n", "b\t2\n", "c\t3\n", "\n", "中\t9\n"));
    String id = read(HEADER + String.join("", lines)).contentId();
    double mean = read(HEADER + String.join("", lines)).idf("unknown");
    assertTrue(id, id.matches("[0-9a-f]{64}"));
    for (int round = 0; round < 10; round++) {
      Collections.shuffle(lines, random());
      IdfModel shuffled = read(HEADER + String.join("", lines));
      assertEquals(id, shuffled.contentId());
      assertEquals(mean, shuffled.idf("unknown"), 0);
    }
  }

  public void testAWrongFirstLine() {
    String[] wrong = {
      "# documents 100", "documents\t100", "# documents\t", "# documents\t0", "# documents\t-1",
      "# documents\t1.5", "# documents\t0100", "# documents\t2147483648", "# documents\t100\t1",
          "a\t1"
    };
    for (String line : wrong) {
      assertRefused(
          "line [1] of an IDF model must be [# documents<TAB>count] and is not", line + "\na\t1\n");
    }
  }

  public void testCountsUpToTheLargestInteger() throws Exception {
    IdfModel largest = read("# documents\t2147483647\na\t2147483647\nb\t1000000000\n");
    assertEquals(0, largest.idf("a"), 0);
    assertEquals(2_147_483_647, largest.documentFrequency("a"));
    assertEquals(1_000_000_000, largest.documentFrequency("b"));
  }

  public void testTheIdIsTheHashOfTheContent() throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(20).putLong(100);
    bytes.putLong(FeatureHash.XXH3.hash("fox")).putInt(3);
    assertEquals(Sha256.hex(bytes.array()), read(HEADER + "fox\t3\n").contentId());
  }

  public void testAWrongTermLine() {
    String[] wrong = {
      "a", "a 1", "\t1", "a\t", "a\t0", "a\t-1", "a\t1.0", "a\t1\t", "a\t101", "a\t９", "a\t1 ",
      "# c"
    };
    for (String line : wrong) {
      assertRefused(
          "line [4] of an IDF model must be [term<TAB>document frequency] with a frequency in"
              + " [1, 100] and is not",
          HEADER + "x\t1\n\n" + line + "\ny\t2\n");
    }
  }

  public void testATermTwice() {
    assertRefused("an IDF model must not have a duplicate term", HEADER + "a\t1\nb\t2\na\t1\n");
  }

  public void testTooManyTerms() {
    StringBuilder text = new StringBuilder(HEADER);
    for (int i = 0; i <= IdfModel.MAX_TERMS; i++) {
      text.append(i).append("\t1\n");
    }
    assertRefused("an IDF model must have at most [1000000] terms", text.toString());
  }

  private static IdfModel read(String text) throws IOException {
    return IdfModel.read(new StringReader(text));
  }

  private static void assertRefused(String sentence, String text) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> read(text));
    assertEquals(sentence, e.getMessage());
  }
}
