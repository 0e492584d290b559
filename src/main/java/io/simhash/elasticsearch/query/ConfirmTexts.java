package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.lucene.search.ConfirmedQuery.TextSource;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.index.mapper.StringFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The shingles of the texts of an index's documents, as {@code confirm} of a near query compares
 * them.
 */
public final class ConfirmTexts {

  private final TextSource source;
  private final TextShingles shingles;

  private ConfirmTexts(TextSource source, TextShingles shingles) {
    this.source = source;
    this.shingles = shingles;
  }

  /**
   * The shingles of a field.
   *
   * @throws org.elasticsearch.index.query.QueryShardException if the field cannot be used
   */
  public static ConfirmTexts of(SearchExecutionContext context, String field, Shingling shingling) {
    IndexFields fields = new IndexFields(context);
    StringFieldType type = ConfirmedQueryFactory.requireField(fields, field);
    return new ConfirmTexts(
        new ConfirmedQueryFactory(fields, null).source(type),
        new TextShingles(shingling, type.getTextSearchInfo().searchAnalyzer()));
  }

  /** Reads the sets of one segment, documents in ascending order. */
  public SegmentSets open(LeafReaderContext segment) throws IOException {
    TextSource.SegmentTexts texts = source.open(segment);
    return doc -> set(texts.read(doc));
  }

  /** Empty where a query never confirms: no text, or one that is too long. */
  private HashedSet set(List<String> texts) {
    long length = texts.stream().mapToLong(String::length).sum();
    return shingles.hashes(length > TextFingerprinter.MAX_TEXT_LENGTH ? List.of() : texts);
  }

  /** The sets of one segment. */
  @FunctionalInterface
  public interface SegmentSets {
    HashedSet read(int doc) throws IOException;
  }
}
