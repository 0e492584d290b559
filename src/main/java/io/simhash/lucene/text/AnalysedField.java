package io.simhash.lucene.text;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;

/**
 * A text field whose text was analysed before the document is indexed. In all else it is the field
 * that it replaces. It may be indexed any number of times.
 */
public final class AnalysedField extends Field {

  private final AnalysedText text;

  /**
   * @param replaced a field that {@link #canReplace}
   * @param text its text as the index analyses it; must be replayable
   */
  public AnalysedField(Field replaced, AnalysedText text) {
    super(replaced.name(), replaced.stringValue(), replaced.fieldType());
    this.text = text;
  }

  /** Whether an index would analyse the field's string value. */
  public static boolean canReplace(IndexableField field) {
    return field.getClass() == Field.class
        && field.fieldType().tokenized()
        && field.fieldType().indexOptions() != IndexOptions.NONE
        && field.stringValue() != null;
  }

  /** The analysed text. */
  public AnalysedText text() {
    return text;
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    ReplayedStream stream =
        reuse instanceof ReplayedStream replayed ? replayed : new ReplayedStream();
    stream.set(text);
    return stream;
  }
}
