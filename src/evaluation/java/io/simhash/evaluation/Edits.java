package io.simhash.evaluation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.nlpcn.commons.lang.jianfan.JianFan;

/**
 * Makes edited copies of texts of one language. The same seed, text, kind and grade always give the
 * same copy, in whatever order they are asked for.
 */
final class Edits {

  /** The kinds of edits of a text, each in grades from mild to strong. */
  enum Kind {
    /** A share of the units (a Chinese character, an English word) becomes another unit. */
    SUBSTITUTIONS("substitutions", .02, .05, .10, .20, .30),
    /** A share of the units goes. */
    DELETIONS("deletions", .02, .05, .10, .20, .30),
    /** Units come in, as a share of those that are there. */
    INSERTIONS("insertions", .02, .05, .10, .20, .30),
    /** A share of the sentences changes places. */
    SENTENCE_SHUFFLE("sentence shuffle", .25, .50, 1),
    /** A share of the paragraphs goes, one at least, and one stays. */
    PARAGRAPH_DROP("paragraph drop", .20, .40, .60),
    /** Foreign sentences before and after, as a share of the text's length. */
    BOILERPLATE("boilerplate head and foot", .10, .25, .50, 1),
    /** Another title, which is also the first line of the text. */
    RETITLING("retitling", 1),
    /** A share of the sentences is written in traditional characters; Chinese only. */
    TRADITIONAL("traditional characters", .25, .50, 1);

    private final String label;
    private final List<Double> grades;

    Kind(String label, double... grades) {
      this.label = label;
      this.grades = Arrays.stream(grades).boxed().toList();
    }

    /** The name in the tables. */
    String label() {
      return label;
    }

    /** Shares, mild to strong. */
    List<Double> grades() {
      return grades;
    }
  }

  private static final Pattern UNITS =
      Pattern.compile("\\p{IsHan}|[\\p{L}\\p{N}&&[^\\p{IsHan}]]+|.", Pattern.DOTALL);
  private static final Pattern SENTENCES =
      Pattern.compile("[^。！？.!?\\n]*[。！？.!?\\n]+\\s*|[^。！？.!?\\n]+$");

  private final List<Corpus.Document> texts;
  private final List<String> units;
  private final long seed;

  /**
   * @param texts what is edited, and where foreign words, sentences and titles come from
   * @param seed chooses what is changed
   */
  Edits(List<Corpus.Document> texts, long seed) {
    this.texts = List.copyOf(texts);
    this.seed = seed;
    units = texts.stream().flatMap(t -> units(t.content()).stream()).filter(Edits::isWord).toList();
  }

  /** The edited copy of text number {@code index}. */
  Corpus.Document of(int index, Kind kind, double grade) {
    Corpus.Document text = texts.get(index);
    Random random = new Random(seedOf(index, kind, grade));
    String content = text.content();
    String title = text.title();
    switch (kind) {
      case SUBSTITUTIONS, DELETIONS, INSERTIONS ->
          content = changeUnits(content, kind, grade, random);
      case SENTENCE_SHUFFLE -> content = shuffled(sentences(content), grade, random);
      case PARAGRAPH_DROP -> content = withoutParagraphs(content, grade, random);
      case BOILERPLATE -> content = framed(index, grade, random);
      case RETITLING -> {
        title = texts.get(other(index, random)).title();
        content = title + "\n" + content;
      }
      case TRADITIONAL -> content = traditional(sentences(content), grade, random);
    }
    return new Corpus.Document(text.id() + "/" + kind + "/" + grade, title, content, text.label());
  }

  private long seedOf(int index, Kind kind, double grade) {
    return (seed * 31 + index) * 1_000_003 + kind.ordinal() * 1_009L + Math.round(grade * 100);
  }

  private String changeUnits(String content, Kind kind, double grade, Random random) {
    StringBuilder out = new StringBuilder();
    boolean spaced = content.indexOf(' ') >= 0 && units(content).get(0).length() > 1;
    for (String unit : units(content)) {
      boolean hit = isWord(unit) && random.nextDouble() < grade;
      String foreign = units.get(random.nextInt(units.size()));
      if (hit == false || kind == Kind.INSERTIONS) {
        out.append(unit);
      }
      if (hit && kind != Kind.DELETIONS) {
        out.append(spaced && kind == Kind.INSERTIONS ? " " : "").append(foreign);
      }
    }
    return out.toString();
  }

  private static String shuffled(List<String> sentences, double grade, Random random) {
    List<Integer> moved = chosen(sentences.size(), grade, 2, random);
    List<Integer> places = new ArrayList<>(moved);
    Collections.shuffle(places, random);
    List<String> out = new ArrayList<>(sentences);
    for (int i = 0; i < moved.size(); i++) {
      out.set(moved.get(i), sentences.get(places.get(i)));
    }
    return String.join("", out);
  }

  private static String withoutParagraphs(String content, double grade, Random random) {
    List<String> paragraphs = content.lines().filter(line -> line.isBlank() == false).toList();
    List<Integer> dropped = chosen(paragraphs.size(), grade, 1, random);
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < paragraphs.size(); i++) {
      if (dropped.contains(i) == false || paragraphs.size() == 1) {
        kept.add(paragraphs.get(i));
      }
    }
    return String.join("\n", kept);
  }

  private String framed(int index, double grade, Random random) {
    List<String> foreign = sentences(texts.get(other(index, random)).content());
    StringBuilder head = new StringBuilder();
    StringBuilder foot = new StringBuilder();
    int wanted = (int) Math.round(texts.get(index).content().length() * grade);
    for (int i = 0; head.length() + foot.length() < wanted; i++) {
      (i % 2 == 0 ? head : foot).append(foreign.get(i % foreign.size()).strip());
    }
    return head + "\n" + texts.get(index).content() + "\n" + foot;
  }

  private static String traditional(List<String> sentences, double grade, Random random) {
    List<Integer> converted = chosen(sentences.size(), grade, 1, random);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < sentences.size(); i++) {
      out.append(converted.contains(i) ? JianFan.j2f(sentences.get(i)) : sentences.get(i));
    }
    return out.toString();
  }

  private int other(int index, Random random) {
    return texts.size() == 1
        ? index
        : (index + 1 + random.nextInt(texts.size() - 1)) % texts.size();
  }

  /**
   * A share of the places 0 to size-1, at least {@code least} where there are so many, ascending.
   */
  private static List<Integer> chosen(int size, double share, int least, Random random) {
    long count = Math.min(size, Math.max(least, Math.round(size * share)));
    TreeSet<Integer> chosen = new TreeSet<>();
    while (chosen.size() < count) {
      chosen.add(random.nextInt(size));
    }
    return List.copyOf(chosen);
  }

  private static boolean isWord(String unit) {
    return Character.isLetterOrDigit(unit.codePointAt(0));
  }

  private static List<String> units(String text) {
    return matches(UNITS, text);
  }

  private static List<String> sentences(String text) {
    return matches(SENTENCES, text);
  }

  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toList());
  }
}
