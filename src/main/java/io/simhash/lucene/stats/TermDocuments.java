package io.simhash.lucene.stats;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The number of documents of each term of a field that has few terms. Beyond {@value #MAX_TERMS}
 * terms only the most frequent are kept, and the documents of the others are added up.
 */
public final class TermDocuments {

  /** The most terms that are kept. */
  public static final int MAX_TERMS = 1_000;

  private final Map<String, Long> documents = new HashMap<>();
  private long others;

  /** Adds documents that have a term; none at all add no term. */
  public void add(String term, long added) {
    if (added == 0) {
      return;
    }
    documents.merge(term, added, Long::sum);
    if (documents.size() > 2 * MAX_TERMS) {
      trim();
    }
  }

  /** Adds documents of terms that are not kept. */
  public void addOthers(long added) {
    others += added;
  }

  /** Adds the counts of {@code more}. */
  public void addAll(TermDocuments more) {
    more.documents.forEach(this::add);
    others += more.others;
  }

  /** A copy: the terms with their documents, the most frequent first; of equal ones by name. */
  public Map<String, Long> byFrequency() {
    trim();
    Map<String, Long> sorted = new LinkedHashMap<>();
    sorted().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  /** The number of documents whose terms are not kept. */
  public long others() {
    trim();
    return others;
  }

  /** The number of documents with a term. */
  public long total() {
    return documents.values().stream().mapToLong(Long::longValue).sum() + others;
  }

  private List<Map.Entry<String, Long>> sorted() {
    return documents.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .toList();
  }

  private void trim() {
    if (documents.size() > MAX_TERMS) {
      List<Map.Entry<String, Long>> rare = sorted();
      for (Map.Entry<String, Long> entry : rare.subList(MAX_TERMS, rare.size())) {
        others += documents.remove(entry.getKey());
      }
    }
  }
}
