package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.SortField;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.fielddata.BinaryScriptFieldData;
import org.elasticsearch.index.fielddata.SortedBinaryDocValues;
import org.elasticsearch.index.fielddata.SortingBinaryDocValues;
import org.elasticsearch.script.field.DocValuesScriptFieldFactory;
import org.elasticsearch.script.field.KeywordDocValuesField;
import org.elasticsearch.search.MultiValueMode;
import org.elasticsearch.search.aggregations.support.CoreValuesSourceType;
import org.elasticsearch.search.aggregations.support.ValuesSourceType;

/**
 * The hexadecimal digits of fingerprints for aggregations, sorting and scripts. They are computed
 * from doc values, and neither stored nor cached.
 */
final class FingerprintFieldData extends BinaryScriptFieldData {

  FingerprintFieldData(String field) {
    super(field);
  }

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.KEYWORD;
  }

  /**
   * Unsupported: an index cannot be sorted by values that are computed. Elasticsearch 8.19 does not
   * call it, and refuses such an index with its own sentence.
   */
  @SuppressWarnings("MissingOverride")
  public SortField indexSort(
      IndexVersion created, Object missingValue, MultiValueMode sortMode, boolean reverse) {
    throw invalid("[index.sort.field] must not be a fingerprint but was [%s]", getFieldName());
  }

  @Override
  public BinaryScriptLeafFieldData loadDirect(LeafReaderContext segment) {
    return new BinaryScriptLeafFieldData() {
      @Override
      public DocValuesScriptFieldFactory getScriptFieldFactory(String name) {
        return new KeywordDocValuesField(getBytesValues(), name);
      }

      @Override
      public SortedBinaryDocValues getBytesValues() {
        try {
          return digits(DocValues.getSortedNumeric(segment.reader(), getFieldName()));
        } catch (IOException e) {
          throw new UncheckedIOException("[" + getFieldName() + "] cannot be read", e);
        }
      }
    };
  }

  private static SortedBinaryDocValues digits(SortedNumericDocValues fingerprints) {
    return new SortingBinaryDocValues() {
      @Override
      public boolean advanceExact(int document) throws IOException {
        if (fingerprints.advanceExact(document) == false) {
          return false;
        }
        count = 1; // A document has at most one fingerprint.
        values[0].copyChars(Fingerprint.toHex(fingerprints.nextValue()));
        sort();
        return true;
      }
    };
  }
}
