package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;

public class OtherTermsTests extends NearQueryTestCase {

  @Override
  boolean mergesSegments() {
    return false;
  }

  private void add(String id, String... terms) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.NO));
    for (String term : terms) {
      document.add(new StringField("profile", term, Field.Store.NO));
    }
    writer.addDocument(document);
  }

  private void assertExist(boolean expected, String term) throws IOException {
    try (IndexReader reader = writer.getReader()) {
      assertEquals(expected, exist(reader, term));
    }
  }

  private static boolean exist(IndexReader reader, String... given) throws IOException {
    Set<BytesRef> terms = Arrays.stream(given).map(BytesRef::new).collect(Collectors.toSet());
    return OtherTerms.exist(reader, "profile", terms, term -> true);
  }

  public void testNoField() throws IOException {
    try (IndexReader empty = new MultiReader()) {
      assertFalse(exist(empty, "b"));
    }
    assertExist(false, "b");
    add("1");
    assertExist(false, "b");
  }

  public void testTheGivenTermAlone() throws IOException {
    add("1", "b");
    add("2");
    writer.flush();
    add("3", "b");
    assertExist(false, "b");
  }

  /** Before or behind the given one, and where no document has that. */
  public void testAnotherTerm() throws IOException {
    add("1", "b");
    assertExist(true, "a");
    assertExist(true, "c");
    assertExist(true, "");
    add("2", "c");
    assertExist(true, "b");
    assertExist(true, "c");
    assertExist(true, "bc");
  }

  public void testTermsOfDeletedDocumentsDoNotCount() throws IOException {
    add("1", "a");
    add("2", "b");
    add("3", "b");
    add("4", "c");
    add("5", "c");
    assertExist(true, "b");
    delete("1");
    assertExist(true, "b");
    delete("4");
    assertExist(true, "b");
    delete("5");
    assertExist(false, "b");
    assertExist(true, "a");
    delete("2");
    delete("3");
    assertExist(false, "b");
    assertExist(false, "a");
  }

  /** As with the terms of parameters, which are before those of bands. */
  public void testTermsBehindOneThatDoesNotCountAreNotLookedAt() throws IOException {
    add("1", "a");
    add("2", "b");
    add("3", "c");
    try (IndexReader reader = writer.getReader()) {
      Set<BytesRef> given = Set.of(new BytesRef("a"));
      List<String> seen = new ArrayList<>();
      assertFalse(OtherTerms.exist(reader, "profile", given, term -> counts(term, "a", seen)));
      assertEquals(List.of("a", "b"), seen.stream().distinct().limit(2).toList());
      assertFalse(seen.contains("c") && reader.leaves().size() == 1);
      assertTrue(OtherTerms.exist(reader, "profile", given, term -> counts(term, "b", seen)));
    }
  }

  private static boolean counts(BytesRef term, String last, List<String> seen) {
    seen.add(term.utf8ToString());
    return term.compareTo(new BytesRef(last)) <= 0;
  }

  private void delete(String id) throws IOException {
    writer.deleteDocuments(new Term("id", id));
  }
}
