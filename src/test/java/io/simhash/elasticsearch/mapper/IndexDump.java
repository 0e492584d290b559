package io.simhash.elasticsearch.mapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.TermVectors;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Everything that one segment holds of its text fields, a line each: terms, frequencies, positions,
 * offsets, payloads, norms, term vectors and stored fields.
 */
final class IndexDump {

  private final List<String> lines = new ArrayList<>();

  private IndexDump() {}

  /**
   * The lines of the fields whose names match.
   *
   * @param reader the segment
   */
  static List<String> of(LeafReader reader, Predicate<String> names) throws IOException {
    IndexDump dump = new IndexDump();
    Set<String> fields = new TreeSet<>();
    for (FieldInfo info : reader.getFieldInfos()) {
      if (names.test(info.name)) {
        fields.add(info.name);
      }
    }
    for (String field : fields) {
      dump.terms("terms of " + field, reader.terms(field));
      dump.norms(field, reader.getNormValues(field));
    }
    dump.documents(reader, fields);
    return dump.lines;
  }

  private void documents(LeafReader reader, Set<String> fields) throws IOException {
    TermVectors vectors = reader.termVectors();
    StoredFields stored = reader.storedFields();
    for (int i = 0; i < reader.maxDoc(); i++) {
      for (String field : fields) {
        terms("vector of " + field + " of " + i, vectors.get(i, field));
      }
      lines.add("stored in " + i + ": " + stored.document(i, fields));
    }
  }

  private void norms(String field, NumericDocValues norms) throws IOException {
    while (norms != null && norms.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      lines.add("norm of " + field + " of " + norms.docID() + ": " + norms.longValue());
    }
  }

  private void terms(String of, Terms terms) throws IOException {
    if (terms == null) {
      return;
    }
    TermsEnum each = terms.iterator();
    while (each.next() != null) {
      PostingsEnum postings = each.postings(null, PostingsEnum.ALL);
      while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        StringBuilder line = new StringBuilder(of + ": " + each.term() + " " + postings.docID());
        for (int i = 0; i < postings.freq(); i++) {
          line.append(' ').append(postings.nextPosition());
          line.append('@').append(postings.startOffset()).append('-').append(postings.endOffset());
          line.append('/').append(postings.getPayload());
        }
        lines.add(line.toString());
      }
    }
  }
}
