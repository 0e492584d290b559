package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.compat.ComputedBinaryDocValues;
import io.simhash.elasticsearch.compat.ComputedFieldData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.SortField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.fielddata.SortedBinaryDocValues;
import org.elasticsearch.script.field.DocValuesScriptFieldFactory;
import org.elasticsearch.script.field.KeywordDocValuesField;
import org.elasticsearch.search.MultiValueMode;
import org.elasticsearch.search.aggregations.support.CoreValuesSourceType;
import org.elasticsearch.search.aggregations.support.ValuesSourceType;

/**
 * Keywords for aggregations, sorting and scripts that are computed from the fingerprint's doc
 * value: its hexadecimal digits or one of its blocks. They are neither stored nor cached.
 */
final class FingerprintFieldData extends ComputedFieldData {

  private final String fingerprints;
  private final LongFunction<String> keyword;

  /**
   * @param name the field with the keywords
   * @param fingerprints the field with the doc values
   * @param keyword computes the keyword of a fingerprint
   */
  FingerprintFieldData(String name, String fingerprints, LongFunction<String> keyword) {
    super(name);
    this.fingerprints = fingerprints;
    this.keyword = keyword;
  }

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.KEYWORD;
  }

  /** Unsupported: an index cannot be sorted by values that are computed from another field. */
  @Override
  public SortField indexSort(
      IndexVersion created, Object missingValue, MultiValueMode sortMode, boolean reverse) {
    throw invalid(
        "[index.sort.field] must not be a fingerprint or a block but was [%s]", getFieldName());
  }

  @Override
  public BinaryScriptLeafFieldData loadDirect(LeafReaderContext context) {
    return new BinaryScriptLeafFieldData() {
      @Override
      public DocValuesScriptFieldFactory getScriptFieldFactory(String name) {
        return new KeywordDocValuesField(getBytesValues(), name);
      }

      @Override
      public SortedBinaryDocValues getBytesValues() {
        try {
          return keywords(DocValues.getSortedNumeric(context.reader(), fingerprints));
        } catch (IOException e) {
          throw new UncheckedIOException("doc values of [" + fingerprints + "] cannot be read", e);
        }
      }
    };
  }

  /** A document has at most one fingerprint, so the keywords need no sorting. */
  private SortedBinaryDocValues keywords(SortedNumericDocValues values) {
    return new ComputedBinaryDocValues() {
      @Override
      public boolean advanceExact(int doc) throws IOException {
        return values.advanceExact(doc);
      }

      @Override
      public int docValueCount() {
        return values.docValueCount();
      }

      @Override
      public BytesRef nextValue() throws IOException {
        return new BytesRef(keyword.apply(values.nextValue()));
      }
    };
  }
}
