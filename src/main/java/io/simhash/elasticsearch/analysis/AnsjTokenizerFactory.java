package io.simhash.elasticsearch.analysis;

import io.simhash.lucene.ansj.AnsjAnalyzer;
import io.simhash.lucene.ansj.AnsjDictionary;
import io.simhash.lucene.ansj.AnsjMode;
import io.simhash.lucene.ansj.AnsjTokenizer;
import io.simhash.lucene.text.Identified;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.Tokenizer;
import org.elasticsearch.index.analysis.AbstractTokenizerFactory;

/** Makes the tokenizer {@code ansj}. */
final class AnsjTokenizerFactory extends AbstractTokenizerFactory implements Identified {

  private final AnsjMode mode;
  private final AnsjDictionary dictionary;

  AnsjTokenizerFactory(String name, AnsjMode mode, AnsjDictionary dictionary) {
    super(name);
    this.mode = mode;
    this.dictionary = dictionary;
  }

  @Override
  public String identity() {
    return new AnsjAnalyzer(mode, dictionary, CharArraySet.EMPTY_SET).identity();
  }

  @Override
  public Tokenizer create() {
    return new AnsjTokenizer(mode, dictionary);
  }
}
