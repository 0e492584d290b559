package io.simhash.lucene.ansj;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ansj.domain.Term;
import org.ansj.library.AmbiguityLibrary;
import org.ansj.library.DicLibrary;
import org.ansj.util.MyStaticValue;
import org.apache.lucene.tests.util.LuceneTestCase;

public class AnsjModeTests extends LuceneTestCase {

  private static final String[] PARTS = {
    "李", "王", "小明", "张", "一", "三", "百", "万", "年", "个", "1", "23", ".", "a", "Bc", " ", "，", "中国",
    "的", "是", "北京", "·", "%", "大学", "第", "龙", "马", "欧阳", "史密斯", "约翰"
  };

  /** Query mode with names recognised as well as numbers fails this within a few dozen texts. */
  public void testWordsCoverTheTextWithoutOverlap() {
    for (AnsjMode mode : AnsjMode.values()) {
      List<String> wrong = new ArrayList<>();
      for (int i = mode == AnsjMode.NLP ? 500 : 3000; i > 0; i--) {
        String text = mixture(random());
        if (coversWithoutOverlap(mode, text) == false) {
          wrong.add(text);
        }
      }
      // One text in 100,000 in the mode dic: three of 3,000 have a probability of 5 in a million.
      int most = mode == AnsjMode.DIC ? 2 : 0;
      assertTrue(mode + " in " + wrong, wrong.size() <= most);
    }
  }

  private static boolean coversWithoutOverlap(AnsjMode mode, String text) {
    int at = 0;
    for (Term term : mode.segment(text, AnsjDictionary.EMPTY.forest)) {
      if (at != term.getOffe()) {
        return false;
      }
      at += term.getName().length();
    }
    return at == text.length();
  }

  private static String mixture(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i >= 0; i--) {
      text.append(PARTS[random.nextInt(PARTS.length)]);
    }
    return text.toString();
  }

  /** Without them ansj looks for files in the working directory and logs errors. */
  public void testAnsjReadsTheBundledEmptyDictionaries() {
    AnsjMode.QUERY.segment("a", AnsjDictionary.EMPTY.forest);
    String empty = "jar://io/simhash/lucene/ansj/empty.dic";
    assertEquals(empty, MyStaticValue.ENV.get("dic"));
    assertEquals(empty, MyStaticValue.ENV.get("ambiguity"));
    assertTrue(AmbiguityLibrary.keys().contains("ambiguity"));
    assertNotNull(DicLibrary.get());
    assertNull(DicLibrary.get().branches);
  }
}
