package io.simhash.elasticsearch.analysis;

import io.simhash.lucene.analysis.AnsjDictionary;
import io.simhash.lucene.analysis.AnsjMode;
import io.simhash.lucene.analysis.AnsjTokenizer;
import org.apache.lucene.analysis.Tokenizer;
import org.elasticsearch.index.analysis.AbstractTokenizerFactory;

/** Makes the tokenizer {@code ansj}. */
final class AnsjTokenizerFactory extends AbstractTokenizerFactory {

  private final AnsjMode mode;
  private final AnsjDictionary dictionary;

  AnsjTokenizerFactory(String name, AnsjMode mode, AnsjDictionary dictionary) {
    super(name);
    this.mode = mode;
    this.dictionary = dictionary;
  }

  @Override
  public Tokenizer create() {
    return new AnsjTokenizer(mode, dictionary);
  }
}
