package io.simhash.lucene.ansj;

import java.io.IOException;
import java.io.StringReader;
import org.apache.lucene.tests.util.LuceneTestCase;

public class AnsjDictionaryTests extends LuceneTestCase {

  private static AnsjDictionary read(String text) throws IOException {
    return AnsjDictionary.read(new StringReader(text));
  }

  private static String refusal(String text) {
    return expectThrows(IllegalArgumentException.class, () -> read(text)).getMessage();
  }

  public void testFieldsMayBeLeftOut() throws IOException {
    AnsjDictionary words = read("\uFEFF# mine\n\n云计算\tnz\t2000\r\n平台\tn\n化\n");
    assertEquals(3, words.size());
    assertEquals("nz", words.nature("云计算"));
    assertEquals("n", words.nature("平台"));
    assertEquals("userDefine", words.nature("化"));
  }

  public void testCaseAndWidthMakeNoDifference() throws IOException {
    assertEquals(read("C++语言\tn").contentId, read("ｃ++语言\tn").contentId);
    assertEquals("n", read("C++语言\tn").nature("c++语言"));
  }

  public void testTheContentIdDoesNotDependOnOrderAndComments() throws IOException {
    String id = read("云计算\tnz\n平台").contentId;
    assertEquals(id, read("# x\n平台\tuserDefine\t1000\n云计算\tnz\t1000\n平台\n").contentId);
    assertNotEquals(id, read("云计算\tn\n平台").contentId);
    assertNotEquals(id, read("云计算\tnz\t1\n平台").contentId);
    assertNotEquals(id, read("云计算\tnz").contentId);
  }

  public void testAFileWithoutWordsIsTheEmptyDictionary() throws IOException {
    assertSame(AnsjDictionary.EMPTY, read("# nothing\n"));
    assertEquals(0, AnsjDictionary.EMPTY.size());
  }

  /** The content of the line is not repeated: the file may be none of the user's. */
  public void testAMistakeIsReportedWithItsLineNumber() {
    assertEquals("line [2] of the dictionary has more than [3] fields", refusal("云\n算\tn\t1\tx"));
    assertEquals("line [1] of the dictionary has no word", refusal("\tn"));
    assertEquals(
        "line [1] of the dictionary must have a nature of 1 to 20 letters, digits or underscores, a"
            + " letter first",
        refusal("云计算\t名"));
    for (String frequency : new String[] {"0", "-1", "x", "1.5", "2147483648", ""}) {
      assertEquals(
          "line [1] of the dictionary must have a frequency in [1, 2147483647]",
          refusal("云计算\tn\t" + frequency));
    }
    assertEquals(
        "line [3] of the dictionary repeats a word with another nature or frequency",
        refusal("云\n\n云\tn"));
    assertEquals(
        "line [1] of the dictionary has a word of more than [64] characters",
        refusal("云".repeat(65)));
    assertEquals(
        "line [1] of the dictionary is longer than [1000] characters", refusal("云".repeat(1001)));
    String line = "云" + " ".repeat(999) + "\n";
    assertEquals(
        "line [4001] of the dictionary exceeds the limit of [4000000] characters",
        refusal(line.repeat(4001)));
  }
}
