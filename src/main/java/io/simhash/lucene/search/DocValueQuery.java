package io.simhash.lucene.search;

import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/** A query on the doc values of one field. */
abstract class DocValueQuery extends Query {

  private final String field;

  DocValueQuery(String field) {
    this.field = Objects.requireNonNull(field, "field");
  }

  final String field() {
    return field;
  }

  /** The fields of the doc values: a segment without any of them has no match. */
  abstract List<String> valueFields();

  /** What the doc values hold, in words. */
  abstract String valueName();

  /** All properties but the field: two queries are equal if field and properties are. */
  abstract List<?> properties();

  /** The query in text form, without its field. */
  abstract String description();

  @Override
  public final Query rewrite(IndexSearcher searcher) {
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      for (String name : valueFields()) {
        FieldInfo info = leaf.reader().getFieldInfos().fieldInfo(name);
        if (info != null && info.getDocValuesType() != DocValuesType.NONE) {
          return this;
        }
      }
    }
    return new MatchNoDocsQuery("no document has a " + valueName() + " in [" + field + "]");
  }

  /**
   * All fields that a search may read, with the field itself. Elasticsearch answers a user who may
   * not read one of them from no cache.
   */
  abstract List<String> readFields();

  @Override
  public final void visit(QueryVisitor visitor) {
    boolean accepted = false;
    for (String read : readFields()) {
      // Each field is named, also after one that is accepted.
      accepted |= visitor.acceptField(read);
    }
    if (accepted) {
      visitor.visitLeaf(this);
    }
  }

  @Override
  public final boolean equals(Object other) {
    return sameClassAs(other)
        && field.equals(((DocValueQuery) other).field)
        && properties().equals(((DocValueQuery) other).properties());
  }

  @Override
  public final int hashCode() {
    return Objects.hash(classHash(), field, properties());
  }

  @Override
  public final String toString(String defaultField) {
    return field.equals(defaultField) ? description() : field + ":" + description();
  }
}
