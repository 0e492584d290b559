package io.simhash.lucene.ansj;

import org.ansj.splitWord.analysis.NlpAnalysis;
import org.ansj.splitWord.analysis.ToAnalysis;

/**
 * Loads ansj's dictionaries before anything reads them.
 *
 * <p>ansj keeps them in static maps that nothing guards. Here the virtual machine's class
 * initialisation is the lock: each holder class analyses one sentence that touches all that its
 * modes read, once, and whoever comes meanwhile waits.
 *
 * <p>Cost, at the first text that is analysed: about one second and 55 MB of heap for the words and
 * their bigrams; for {@link AnsjMode#NLP} another second and 86 MB.
 */
final class AnsjLibrary {

  /** A name, a number with its unit, a foreign name, a word that no dictionary has. */
  private static final String SENTENCE = "李雷于1949年在北京大学种了三百棵囧檬树ab，约翰·史密斯";

  private AnsjLibrary() {}

  /** Returns when the words, bigrams and names are there. */
  static void loadWords() {
    requireLoaded(Words.COUNT);
  }

  /** Returns when what {@link AnsjMode#NLP} needs is there too. */
  static void loadCrf() {
    loadWords();
    requireLoaded(Crf.COUNT);
  }

  private static void requireLoaded(int words) {
    if (words == 0) {
      throw new IllegalStateException("ansj's dictionaries could not be loaded");
    }
  }

  private static final class Words {
    static final int COUNT = new ToAnalysis().parseStr(SENTENCE).size();
  }

  private static final class Crf {
    static final int COUNT = new NlpAnalysis().parseStr(SENTENCE).size();
  }
}
