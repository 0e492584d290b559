package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TokenSource;
import java.util.Arrays;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.CustomDocValuesField;

/**
 * The signature of one document whose values arrive one by one. It is computed, for the set of all
 * values, when Lucene reads the doc value or the band terms.
 */
final class SignatureField extends CustomDocValuesField {

  private final TextMinHasher minHasher;
  private long[] elements = {};
  private int size;
  private int characters;

  private final String field;

  /** The signature, or {@code null} until it is computed. */
  private Signature computed;

  /**
   * @param field the name of the {@code minhash} field
   */
  SignatureField(String field, TextMinHasher minHasher) {
    super(SimHashFields.signatureField(field));
    this.field = field;
    this.minHasher = minHasher;
  }

  /** The field of the band terms. */
  IndexableField bandTerms() {
    return BandTerms.of(field, this::signature);
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
          field, TextFingerprinter.MAX_TEXT_LENGTH, (long) characters + text.length());
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
    return new BytesRef(signature().stored());
  }

  private Signature signature() {
    if (computed == null) {
      computed = minHasher.parameters().ofElements(Arrays.copyOf(elements, size)).orElseThrow();
    }
    return computed;
  }
}
