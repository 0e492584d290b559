package io.simhash.lucene.document;

import java.util.Iterator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/**
 * A Lucene field whose terms are computed when it is indexed. One field of many terms costs less
 * than a field for each term. Indexed without frequencies, positions and norms.
 */
public abstract class TermsField extends Field {

  static final FieldType TYPE = new FieldType();

  static {
    TYPE.setTokenized(false); // The terms need no analyzer.
    TYPE.setOmitNorms(true);
    TYPE.setIndexOptions(IndexOptions.DOCS);
    TYPE.freeze();
  }

  protected TermsField(String name) {
    super(name, TYPE);
  }

  /** The terms from the first one on. */
  protected abstract Iterator<BytesRef> terms();

  @Override
  public final TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    TermStream stream = reuse instanceof TermStream used ? used : new TermStream();
    stream.field = this;
    return stream;
  }

  /** The terms as an index reads them; from the start at each reset. */
  private static final class TermStream extends TokenStream {

    private final BytesTermAttribute bytes = addAttribute(BytesTermAttribute.class);
    private TermsField field;
    private Iterator<BytesRef> terms;

    @Override
    public void reset() {
      // The stream may have been read to its end before, for another document.
      clearAttributes();
      terms = field.terms();
    }

    @Override
    public boolean incrementToken() {
      if (terms.hasNext() == false) {
        return false;
      }
      bytes.setBytesRef(terms.next());
      return true;
    }
  }
}
