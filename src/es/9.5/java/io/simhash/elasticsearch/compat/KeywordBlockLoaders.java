package io.simhash.elasticsearch.compat;

import java.util.function.LongFunction;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.BlockLoader;
import org.elasticsearch.index.mapper.MappedFieldType.BlockLoaderContext;
import org.elasticsearch.index.mapper.blockloader.docvalues.BytesRefsFromOrdsBlockLoader;
import org.elasticsearch.index.mapper.blockloader.docvalues.LongToBytesRefBlockLoader;

/** Readers of keywords for ES|QL. */
public final class KeywordBlockLoaders {

  private KeywordBlockLoaders() {}

  /** Keywords that are computed from the single numeric doc value of another field. */
  public static BlockLoader computed(String numbers, LongFunction<BytesRef> keyword) {
    return new LongToBytesRefBlockLoader(numbers, keyword);
  }

  /** Keywords that are stored as sorted doc values. */
  public static BlockLoader stored(String field, BlockLoaderContext context) {
    return new BytesRefsFromOrdsBlockLoader(field, context.ordinalsByteSize());
  }
}
