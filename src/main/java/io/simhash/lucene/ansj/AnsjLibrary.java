package io.simhash.lucene.ansj;

import org.ansj.splitWord.analysis.NlpAnalysis;
import org.ansj.splitWord.analysis.ToAnalysis;

/**
 * Loads ansj's dictionaries before a text is analysed.
 *
 * <p>ansj keeps them in unsynchronised static maps. The class initialisation of the virtual machine
 * is the lock here: each holder class analyses one sentence that reads all dictionaries of its
 * modes, once, and other threads wait for it.
 *
 * <p>Cost, at the first text: about one second and 55 MB of heap for the words and their bigrams;
 * for {@link AnsjMode#NLP} another second and 86 MB.
 */
final class AnsjLibrary {

  /** A name, a number with its unit, a foreign name, and a word that is in no dictionary. */
  private static final String SENTENCE = "李雷于1949年在北京大学种了三百棵囧檬树ab，约翰·史密斯";

  private AnsjLibrary() {}

  /** Returns when the dictionaries of {@code mode} are loaded. */
  static void load(AnsjMode mode) {
    if (Words.COUNT == 0 || (mode == AnsjMode.NLP && Crf.COUNT == 0)) {
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
