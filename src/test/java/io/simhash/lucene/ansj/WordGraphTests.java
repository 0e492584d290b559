package io.simhash.lucene.ansj;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ansj.domain.Term;
import org.ansj.library.DATDictionary;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Compares the words and natures with those of ansj itself. */
public class WordGraphTests extends LuceneTestCase {

  private static final AnsjMode[] MODES = {AnsjMode.BASE, AnsjMode.INDEX, AnsjMode.QUERY};
  private static final String[] NUMBERS = {
    "3.5", "1.2.3", "12.5%", "2024年5月", "第三", "百分之五十", "三百二十", "壹佰", "零", "万", "两", "3万.5万"
  };
  private static final String[] OTHERS = {
    ".", "，", "。", "（", " ", "\u3000", "\n", "abc", "X", "ｘＹ", "０９", "．", "％", "③", "é", "か", "𠀀",
    "😀"
  };

  private static final String[] UNITS = {
    "个", "年", "月", "日", "%", "℃", "万", "亿", "千", "公里", "千瓦时", "一揽子", "小时", "点半", "°Re"
  };

  private static String part() {
    return switch (random().nextInt(12)) {
      case 0 -> pick(NUMBERS);
      case 1 -> pick(UNITS);
      case 2 -> pick(OTHERS);
      case 3 -> Integer.toString(random().nextInt(3000));
      case 4 -> String.valueOf((char) random().nextInt(0x10000));
      case 5 -> String.valueOf((char) (0x4E00 + random().nextInt(0x5200)));
      case 6, 7, 8 -> {
        String word = dictionaryWord();
        yield word.substring(0, 1 + random().nextInt(word.length()));
      }
      default -> dictionaryWord();
    };
  }

  private static String dictionaryWord() {
    String word = null;
    while (word == null) {
      word = DATDictionary.getItem(random().nextInt(DATDictionary.arrayLength)).getName();
    }
    return word;
  }

  private static String pick(String... choices) {
    return choices[random().nextInt(choices.length)];
  }

  private static String text(int parts) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts; i++) {
      text.append(part());
    }
    return text.toString();
  }

  private static void assertAsAnsj(String text) {
    for (AnsjMode mode : MODES) {
      List<String> expected = new ArrayList<>();
      for (Term term : mode.segment(text, AnsjDictionary.EMPTY.forest)) {
        expected.add(describe(term.getOffe(), term.toValue(), term.getNatureStr()));
      }
      List<String> actual = new ArrayList<>();
      int from = random().nextInt(3);
      char[] within = ("国".repeat(from) + text + "国").toCharArray();
      WordGraph graph =
          new WordGraph(AnsjMode.coreDictionary(), within, from, from + text.length());
      for (WordGraph.Node word : graph.path(mode.joinsNumbers())) {
        actual.add(describe(word.start, word.end, word.type));
      }
      int word = Arrays.mismatch(expected.toArray(), actual.toArray());
      if (word >= 0) {
        String where = mode + " in [" + text.substring(0, Math.min(200, text.length())) + "]";
        assertEquals(where, few(expected, word), few(actual, word));
      }
    }
  }

  private static List<String> few(List<String> words, int from) {
    return words.subList(from, Math.min(words.size(), from + 5));
  }

  private static String describe(int start, int end, String nature) {
    return start + "-" + end + "/" + nature;
  }

  public void testARandomTextIsCutAsAnsjCutsIt() {
    for (int i = atLeast(5000); i > 0; i--) {
      assertAsAnsj(text(1 + random().nextInt(8)));
    }
  }

  /** Ansj's order of words decides between paths of the same weight, as with repeated words. */
  public void testARepeatedTextIsCutAsAnsjCutsIt() {
    for (int i = atLeast(1000); i > 0; i--) {
      assertAsAnsj(text(1 + random().nextInt(2)).repeat(2 + random().nextInt(8)));
    }
  }

  /** Would not end in time or memory if they were not linear in the text. */
  public void testALongTextIsCutAsAnsjCutsIt() {
    assertAsAnsj(text(100_000));
    for (String part : new String[] {"一", "1", "a", "中国人民", "1.", "囧", "个", "不", " "}) {
      assertAsAnsj(part.repeat(200_000));
    }
  }
}
