package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TokenSource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.CustomDocValuesField;

/**
 * The signature of one document whose values arrive one by one. It is computed, for the set of all
 * values, when Lucene reads the doc value or a band term.
 */
final class SignatureField extends CustomDocValuesField {

  private final TextMinHasher minHasher;
  private long[] elements = {};
  private int size;
  private int characters;

  /** The doc value first, then the band terms; {@code null} until they are computed. */
  private List<IndexableField> computed;

  SignatureField(String name, TextMinHasher minHasher) {
    super(name);
    this.minHasher = minHasher;
  }

  /** The fields of the band terms: that of the parameters, and one for each indexed band. */
  List<IndexableField> bandTerms() {
    return IntStream.rangeClosed(1, minHasher.bands().indexed() + 1)
        .<IndexableField>mapToObj(BandTerm::new)
        .toList();
  }

  /** The indexed term of one band, or of the parameters. */
  private final class BandTerm extends CustomDocValuesField {

    private final int place;

    BandTerm(int place) {
      super(BandTerms.field(SignatureField.this.name()));
      this.place = place;
    }

    @Override
    public IndexableFieldType fieldType() {
      return BandTerms.TYPE;
    }

    @Override
    public BytesRef binaryValue() {
      return computed().get(place).binaryValue();
    }
  }

  /**
   * Adds a value to the set.
   *
   * @param tokens makes the tokens of token shingles
   * @throws IllegalArgumentException if all values together are too long; the set is not changed
   */
  void add(String text, TokenSource tokens) {
    if (text.length() > TextFingerprinter.MAX_TEXT_LENGTH - characters) {
      throw invalid(
          "the values of [%s] must have at most [%s] characters together but had [%s]",
          name(), TextFingerprinter.MAX_TEXT_LENGTH, (long) characters + text.length());
    }
    long[] added = minHasher.elements(text, tokens);
    characters += text.length();
    // Grows in proportion to its size: a document may have hundreds of thousands of values.
    elements = ArrayUtil.grow(elements, size + added.length);
    System.arraycopy(added, 0, elements, size, added.length);
    size += added.length;
    computed = null;
  }

  /** Whether the set is empty; it then has no signature, and the document no such field. */
  boolean isEmpty() {
    return size == 0;
  }

  @Override
  public BytesRef binaryValue() {
    return computed().getFirst().binaryValue();
  }

  private List<IndexableField> computed() {
    if (computed == null) {
      computed =
          MinHashFields.of(
              name(),
              minHasher.parameters().ofElements(Arrays.copyOf(elements, size)).orElseThrow());
    }
    return computed;
  }
}
