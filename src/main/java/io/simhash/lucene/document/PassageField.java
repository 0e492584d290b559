package io.simhash.lucene.document;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.passage.Winnowing;
import io.simhash.core.text.TextLimit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;

/**
 * The Lucene field of the terms by which copied passages of a document are found, see {@link
 * Winnowing}. A term has 3 bytes, the most significant one first. Its values may arrive one by one.
 */
public final class PassageField extends TermsField {

  private final Winnowing winnowing;
  private final List<int[]> terms = new ArrayList<>();
  private int characters;

  /** A field without a value. */
  public PassageField(String name, Winnowing winnowing) {
    super(name);
    this.winnowing = winnowing;
  }

  /** The bytes of a term. */
  public static BytesRef bytes(int term) {
    return new BytesRef(
        new byte[] {(byte) (term >>> 2 * Byte.SIZE), (byte) (term >>> Byte.SIZE), (byte) term});
  }

  /**
   * Adds a value of the document. Passages do not cross values.
   *
   * @throws IllegalArgumentException if all values together are too long; the field is not changed
   */
  public void add(String value) {
    requireFits(name(), value, characters);
    characters += value.length();
    terms.add(winnowing.terms(winnowing.text(List.of(value))));
  }

  /**
   * The values of a document that a field has taken: without those that {@link #add} refuses, with
   * which the document was indexed if its mapping ignores them.
   */
  public static List<String> taken(List<String> values) {
    List<String> taken = new ArrayList<>();
    int characters = 0;
    for (String value : values) {
      if (fits(value, characters)) {
        taken.add(value);
        characters += value.length();
      }
    }
    return taken;
  }

  /** Requires a value that is not too long after others with {@code characters} characters. */
  public static void requireFits(String field, String value, int characters) {
    if (fits(value, characters) == false) {
      throw invalid(
          "the values of [%s] must have at most [%s] characters together but had [%s]",
          field, TextLimit.MAX_DOCUMENT, (long) characters + value.length());
    }
  }

  private static boolean fits(String value, int characters) {
    return value.length() <= TextLimit.MAX_DOCUMENT - characters;
  }

  @Override
  protected Iterator<BytesRef> terms() {
    return terms.stream().flatMapToInt(IntStream::of).mapToObj(PassageField::bytes).iterator();
  }
}
