package io.simhash.elasticsearch.mapper;

import io.simhash.lucene.analysis.TextFingerprinter;
import io.simhash.lucene.analysis.TextSigner;
import io.simhash.lucene.document.MinHashFields;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.CustomDocValuesField;

/**
 * The signature of one document while its values are still coming in, one by one: the set of them
 * all is signed when Lucene asks for the doc value.
 */
final class SignatureField extends CustomDocValuesField {

  private final TextSigner signer;
  private long[] elements = {};
  private int size;
  private int characters;
  private BytesRef value;

  SignatureField(String name, TextSigner signer) {
    super(name);
    this.signer = signer;
  }

  /**
   * Takes one more value into the set.
   *
   * @throws IllegalArgumentException if all values together are too long; the set is unchanged then
   */
  void add(String text) {
    if (text.length() > TextFingerprinter.MAX_TEXT_LENGTH - characters) {
      throw new IllegalArgumentException(
          "the values of ["
              + name()
              + "] must have at most ["
              + TextFingerprinter.MAX_TEXT_LENGTH
              + "] characters together but had ["
              + ((long) characters + text.length())
              + "]");
    }
    long[] added = signer.elements(List.of(text));
    characters += text.length();
    // Grows by a part of itself: a document may have hundreds of thousands of values.
    elements = ArrayUtil.grow(elements, size + added.length);
    System.arraycopy(added, 0, elements, size, added.length);
    size += added.length;
    value = null;
  }

  /** The empty set has no signature: its document goes without the field. */
  boolean isEmpty() {
    return size == 0;
  }

  @Override
  public BytesRef binaryValue() {
    if (value == null) {
      byte[] signature = signer.minHash().signature(Arrays.copyOf(elements, size));
      value = MinHashFields.of(name(), signature).binaryValue();
    }
    return value;
  }
}
