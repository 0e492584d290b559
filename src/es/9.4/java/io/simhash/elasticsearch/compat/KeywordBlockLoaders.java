package io.simhash.elasticsearch.compat;

import java.io.IOException;
import java.util.function.LongFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.mapper.BlockLoader;
import org.elasticsearch.index.mapper.MappedFieldType.BlockLoaderContext;
import org.elasticsearch.index.mapper.blockloader.docvalues.BlockDocValuesReader;
import org.elasticsearch.index.mapper.blockloader.docvalues.BytesRefsFromOrdsBlockLoader;

/** Readers of keywords for ES|QL. */
public final class KeywordBlockLoaders {

  private KeywordBlockLoaders() {}

  /** Keywords that are computed from the single numeric doc value of another field. */
  public static BlockLoader computed(String numbers, LongFunction<BytesRef> keyword) {
    return new BlockDocValuesReader.DocValuesBlockLoader() {
      @Override
      public BlockLoader.Builder builder(BlockLoader.BlockFactory factory, int expectedCount) {
        return factory.bytesRefs(expectedCount);
      }

      @Override
      public BlockLoader.ColumnAtATimeReader reader(
          CircuitBreaker breaker, LeafReaderContext context) throws IOException {
        return new ComputedReader(DocValues.getSortedNumeric(context.reader(), numbers), keyword);
      }
    };
  }

  /** Keywords that are stored as sorted doc values. */
  public static BlockLoader stored(String field, BlockLoaderContext context) {
    return new BytesRefsFromOrdsBlockLoader(field, context.ordinalsByteSize());
  }

  private static final class ComputedReader extends BlockDocValuesReader {

    private final SortedNumericDocValues numbers;
    private final LongFunction<BytesRef> keyword;

    ComputedReader(SortedNumericDocValues numbers, LongFunction<BytesRef> keyword) {
      super(null);
      this.numbers = numbers;
      this.keyword = keyword;
    }

    @Override
    protected int docId() {
      return numbers.docID();
    }

    @Override
    public BlockLoader.Block read(
        BlockLoader.BlockFactory factory, BlockLoader.Docs docs, int offset, boolean nullsFiltered)
        throws IOException {
      try (BlockLoader.BytesRefBuilder builder = factory.bytesRefs(docs.count() - offset)) {
        for (int i = offset; i < docs.count(); i++) {
          if (numbers.advanceExact(docs.get(i))) {
            builder.appendBytesRef(keyword.apply(numbers.nextValue()));
          } else {
            builder.appendNull();
          }
        }
        return builder.build();
      }
    }

    @Override
    public void close() {}

    @Override
    public String toString() {
      return "ComputedKeywords";
    }
  }
}
