package io.simhash.elasticsearch.mapper.simhash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.SortField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.LeafFieldData;
import org.elasticsearch.index.fielddata.SortedBinaryDocValues;
import org.elasticsearch.index.fielddata.SortingBinaryDocValues;
import org.elasticsearch.index.fielddata.fieldcomparator.BytesRefFieldComparatorSource;
import org.elasticsearch.script.field.DocValuesScriptFieldFactory;
import org.elasticsearch.script.field.KeywordDocValuesField;
import org.elasticsearch.search.DocValueFormat;
import org.elasticsearch.search.MultiValueMode;
import org.elasticsearch.search.aggregations.support.CoreValuesSourceType;
import org.elasticsearch.search.aggregations.support.ValuesSourceType;
import org.elasticsearch.search.sort.BucketedSort;
import org.elasticsearch.search.sort.SortOrder;

/**
 * Keywords for aggregations, sorting and scripts that are computed from the fingerprint's doc
 * value: its hexadecimal digits or one of its blocks. They are neither stored nor cached.
 *
 * @param getFieldName the name of the field with the keywords
 * @param fingerprints the name of the field with the doc values
 * @param keyword computes the keyword of a fingerprint
 */
record FingerprintFieldData(String getFieldName, String fingerprints, LongFunction<String> keyword)
    implements IndexFieldData<LeafFieldData> {

  @Override
  public ValuesSourceType getValuesSourceType() {
    return CoreValuesSourceType.KEYWORD;
  }

  @Override
  public LeafFieldData load(LeafReaderContext context) {
    return new Leaf(context);
  }

  @Override
  public LeafFieldData loadDirect(LeafReaderContext context) {
    return load(context);
  }

  @Override
  public SortField sortField(
      Object missingValue,
      MultiValueMode sortMode,
      XFieldComparatorSource.Nested nested,
      boolean reverse) {
    return new SortField(
        getFieldName,
        new BytesRefFieldComparatorSource(this, missingValue, sortMode, nested),
        reverse);
  }

  /** Unsupported: an index cannot be sorted by values that are computed from another field. */
  @Override
  public SortField indexSort(
      IndexVersion created, Object missingValue, MultiValueMode sortMode, boolean reverse) {
    throw new IllegalArgumentException(
        "[index.sort.field] must not be a fingerprint or a block but was [" + getFieldName + "]");
  }

  @Override
  public BucketedSort newBucketedSort(
      BigArrays bigArrays,
      Object missingValue,
      MultiValueMode sortMode,
      XFieldComparatorSource.Nested nested,
      SortOrder sortOrder,
      DocValueFormat format,
      int bucketSize,
      BucketedSort.ExtraData extra) {
    throw new IllegalArgumentException("only supported on numeric fields");
  }

  private final class Leaf implements LeafFieldData {
    private final LeafReaderContext context;

    Leaf(LeafReaderContext context) {
      this.context = context;
    }

    @Override
    public DocValuesScriptFieldFactory getScriptFieldFactory(String name) {
      return new KeywordDocValuesField(getBytesValues(), name);
    }

    @Override
    public SortedBinaryDocValues getBytesValues() {
      try {
        return new Keywords(DocValues.getSortedNumeric(context.reader(), fingerprints), keyword);
      } catch (IOException e) {
        throw new UncheckedIOException("doc values of [" + fingerprints + "] cannot be read", e);
      }
    }

    @Override
    public long ramBytesUsed() {
      return 0;
    }
  }

  private static final class Keywords extends SortingBinaryDocValues {
    private final SortedNumericDocValues in;
    private final LongFunction<String> keyword;

    Keywords(SortedNumericDocValues in, LongFunction<String> keyword) {
      this.in = in;
      this.keyword = keyword;
    }

    @Override
    public boolean advanceExact(int doc) throws IOException {
      if (in.advanceExact(doc) == false) {
        return false;
      }
      count = in.docValueCount();
      grow();
      for (int i = 0; i < count; i++) {
        values[i].copyBytes(new BytesRef(keyword.apply(in.nextValue())));
      }
      sort();
      return true;
    }
  }
}
