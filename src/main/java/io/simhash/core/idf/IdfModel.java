package io.simhash.core.idf;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Sha256;
import io.simhash.core.base.Weight;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The number of documents of a collection that contain each term, and the inverse document
 * frequency that follows: {@code idf(t) = ln(D / df(t))}, for an unknown term the mean over the
 * model's terms.
 *
 * <p>Immutable; 12 bytes for each term, because terms are kept as their XXH3 hash. A look-up costs
 * a binary search.
 */
public final class IdfModel {

  public static final int MAX_TERMS = 1_000_000;

  public static final IdfModel EMPTY = new IdfModel(1, List.of());

  private static final String HEADER = "# documents";
  private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;
  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,9}");

  private record HashedTerm(long hash, int documentFrequency) {}

  private final long documents;
  private final long[] hashes;
  private final int[] documentFrequencies;
  private final double mean;
  private final String contentId;

  private IdfModel(long documents, List<HashedTerm> entries) {
    List<HashedTerm> sorted =
        entries.stream().sorted(Comparator.comparingLong(HashedTerm::hash)).toList();
    this.documents = documents;
    hashes = sorted.stream().mapToLong(HashedTerm::hash).toArray();
    documentFrequencies = sorted.stream().mapToInt(HashedTerm::documentFrequency).toArray();
    if (IntStream.range(1, hashes.length).anyMatch(i -> hashes[i] == hashes[i - 1])) {
      throw invalid("an IDF model must not have a duplicate term");
    }
    mean = meanIdf();
    contentId = digest();
  }

  /**
   * Reads a model: a first line {@code # documents<TAB>D}, then one line {@code term<TAB>document
   * frequency} for each term.
   *
   * @throws IllegalArgumentException naming the line that is wrong by its number only: a file that
   *     is no model may hold secrets
   */
  public static IdfModel read(Reader reader) throws IOException {
    BufferedReader lines = new BufferedReader(reader);
    String header = lines.readLine();
    long documents = header == null ? 0 : count(header, HEADER::equals, Integer.MAX_VALUE);
    if (documents == 0) {
      throw invalid("line [1] of an IDF model must be [# documents<TAB>count] and is not");
    }
    List<HashedTerm> entries = new ArrayList<>();
    int number = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (line.isEmpty() == false) {
        entries.add(readEntry(line, number, documents));
      }
      if (entries.size() > MAX_TERMS) {
        throw invalid("an IDF model must have at most [1000000] terms");
      }
    }
    return new IdfModel(documents, entries);
  }

  private static HashedTerm readEntry(String line, int number, long documents) {
    long documentFrequency = count(line, name -> name.isEmpty() == false, documents);
    if (documentFrequency == 0) {
      throw invalid(
          "line [%s] of an IDF model must be [term<TAB>document frequency] with a frequency in"
              + " [1, %s] and is not",
          number, documents);
    }
    String term = line.substring(0, line.indexOf('\t'));
    return new HashedTerm(FeatureHash.XXH3.hash(term), (int) documentFrequency);
  }

  /** The count in a line of a name and a count, at most {@code max}; 0 in any other line. */
  private static long count(String line, Predicate<String> isName, long max) {
    String[] parts = line.split("\t", -1);
    boolean isEntry =
        parts.length == 2 && isName.test(parts[0]) && COUNT.matcher(parts[1]).matches();
    long count = isEntry ? Long.parseLong(parts[1]) : 0;
    return count <= max ? count : 0;
  }

  /** A mean of fixed-point values, so that the order of the terms does not matter. */
  private double meanIdf() {
    long sum = 0;
    for (int documentFrequency : documentFrequencies) {
      sum += Weight.of(idf(documentFrequency));
    }
    return hashes.length == 0 ? 1 : Weight.toDouble(sum) / hashes.length;
  }

  /** SHA-256 of the documents (8 bytes), then each term's hash (8) and frequency (4), by hash. */
  private String digest() {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + hashes.length * ENTRY_BYTES);
    bytes.putLong(documents);
    for (int term = 0; term < hashes.length; term++) {
      bytes.putLong(hashes[term]).putInt(documentFrequencies[term]);
    }
    return Sha256.hex(bytes.array());
  }

  /** The documents that have {@code term}; 0 where the model does not know it. */
  public int documentFrequency(String term) {
    int at = Arrays.binarySearch(hashes, FeatureHash.XXH3.hash(term));
    return at < 0 ? 0 : documentFrequencies[at];
  }

  public double idf(String term) {
    int documentFrequency = documentFrequency(term);
    return documentFrequency == 0 ? mean : idf(documentFrequency);
  }

  private double idf(int documentFrequency) {
    return StrictMath.log((double) documents / documentFrequency);
  }

  /** SHA-256 of the content in hexadecimal digits, whatever the order of the lines. */
  public String contentId() {
    return contentId;
  }
}
