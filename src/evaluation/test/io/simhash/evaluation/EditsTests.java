package io.simhash.evaluation;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class EditsTests extends LuceneTestCase {

  private static final List<Corpus.Document> TEXTS =
      List.of(
          new Corpus.Document("a", "港口开航", "港口今天开航。船长向乘客问好。\n天气晴朗。海面平静，没有风浪。\n晚上到达。", ""),
          new Corpus.Document("b", "图书馆", "图书馆的灯亮到深夜。读者在窗边坐着。\n管理员关上了门。", ""),
          new Corpus.Document("c", "山路", "山路很长，雨一直下。他们走得很慢。\n天黑以前到了村子。", ""));

  public void testTheSameSeedGivesTheSameCopyInAnyOrder() {
    long seed = random().nextLong();
    Edits some = new Edits(TEXTS, seed);
    Edits others = new Edits(TEXTS, seed);
    for (Edits.Kind kind : Edits.Kind.values()) {
      others.of(2, kind, kind.grades().get(0));
    }
    for (Edits.Kind kind : Edits.Kind.values()) {
      for (double grade : kind.grades()) {
        assertEquals(some.of(0, kind, grade), others.of(0, kind, grade));
      }
    }
  }

  public void testAnotherSeedGivesAnotherCopy() {
    Corpus.Document some = new Edits(TEXTS, 1).of(0, Edits.Kind.SUBSTITUTIONS, .3);
    Corpus.Document others = new Edits(TEXTS, 2).of(0, Edits.Kind.SUBSTITUTIONS, .3);
    assertNotEquals(some.content(), others.content());
  }

  public void testDeletionsShortenAndInsertionsLengthen() {
    Edits edits = new Edits(TEXTS, 5);
    int length = TEXTS.get(0).content().length();
    assertTrue(edits.of(0, Edits.Kind.DELETIONS, .3).content().length() < length);
    assertTrue(edits.of(0, Edits.Kind.INSERTIONS, .3).content().length() > length);
    assertEquals(length, edits.of(0, Edits.Kind.SUBSTITUTIONS, .3).content().length());
  }

  public void testShuffleKeepsEverySentence() {
    String shuffled = new Edits(TEXTS, 3).of(0, Edits.Kind.SENTENCE_SHUFFLE, 1).content();
    assertNotEquals(TEXTS.get(0).content(), shuffled);
    assertEquals(sorted(TEXTS.get(0).content()), sorted(shuffled));
  }

  public void testParagraphsAreDroppedWhole() {
    String kept = new Edits(TEXTS, 3).of(0, Edits.Kind.PARAGRAPH_DROP, .4).content();
    List<String> paragraphs = TEXTS.get(0).content().lines().toList();
    assertEquals(2, kept.lines().count());
    kept.lines().forEach(line -> assertTrue(paragraphs.contains(line)));
  }

  public void testBoilerplateStandsRoundTheText() {
    String framed = new Edits(TEXTS, 3).of(0, Edits.Kind.BOILERPLATE, 1).content();
    assertTrue(framed.contains("\n" + TEXTS.get(0).content() + "\n"));
    assertTrue(framed.length() >= 2 * TEXTS.get(0).content().length());
  }

  public void testRetitlingTakesAnotherTitle() {
    Corpus.Document retitled = new Edits(TEXTS, 3).of(0, Edits.Kind.RETITLING, 1);
    assertNotEquals(TEXTS.get(0).title(), retitled.title());
    assertEquals(retitled.title() + "\n" + TEXTS.get(0).content(), retitled.content());
  }

  public void testTraditionalCharacters() {
    String traditional = new Edits(TEXTS, 3).of(1, Edits.Kind.TRADITIONAL, 1).content();
    assertTrue(traditional, traditional.startsWith("圖書館的燈亮到深夜。"));
  }

  private static String sorted(String text) {
    return text.codePoints()
        .sorted()
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
