package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TokenSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.CustomDocValuesField;

/**
 * The signature of one document whose values arrive one by one. It is computed, for the set of all
 * values, when Lucene reads a doc value or a band term.
 */
final class SignatureField extends CustomDocValuesField {

  private final TextMinHasher minHasher;
  private final Optional<Bands> bands;
  private long[] elements = {};
  private int size;
  private int characters;
  private BytesRef value;
  private long prefix;
  private List<String> terms;

  SignatureField(String name, TextMinHasher minHasher, Optional<Bands> bands) {
    super(name);
    this.minHasher = minHasher;
    this.bands = bands;
  }

  /** The fields of the band terms, which are computed when Lucene reads the first. */
  List<IndexableField> bandTerms() {
    int count = bands.map(Bands::bands).orElse(0);
    return IntStream.range(0, count).<IndexableField>mapToObj(BandTerm::new).toList();
  }

  /** The field of the prefix; empty if a signature has too few components. */
  Optional<IndexableField> prefix() {
    return minHasher.hashes() < SignaturePrefix.COMPONENTS
        ? Optional.empty()
        : Optional.of(new Prefix());
  }

  /** The doc value of the prefix. */
  private final class Prefix extends CustomDocValuesField {

    Prefix() {
      super(MinHashFields.prefixField(SignatureField.this.name()));
    }

    @Override
    public IndexableFieldType fieldType() {
      return NumericDocValuesField.TYPE;
    }

    @Override
    public Number numericValue() {
      compute();
      return prefix;
    }

    @Override
    public BytesRef binaryValue() {
      return null;
    }
  }

  /** The indexed term of one band. */
  private final class BandTerm extends CustomDocValuesField {

    private final int band;

    BandTerm(int band) {
      super(SignatureField.this.name());
      this.band = band;
    }

    @Override
    public IndexableFieldType fieldType() {
      return MinHashFields.BAND_TERM;
    }

    @Override
    public BytesRef binaryValue() {
      compute();
      return new BytesRef(terms.get(band));
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
    value = null;
  }

  /** Whether the set is empty; it then has no signature, and the document no such field. */
  boolean isEmpty() {
    return size == 0;
  }

  @Override
  public BytesRef binaryValue() {
    compute();
    return value;
  }

  private void compute() {
    if (value == null) {
      long[] minima = minHasher.minHash().minima(Arrays.copyOf(elements, size));
      Signature signature = minHasher.signature(minima);
      value = MinHashFields.of(name(), signature).binaryValue();
      prefix = signature.prefix().orElse(0);
      terms = bands.map(b -> b.terms(minima)).orElse(List.of());
    }
  }
}
