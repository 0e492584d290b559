package io.simhash.core.idf;

import static io.simhash.core.base.Errors.invalid;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An {@link IdfModel} as bytes: the number of documents (8 bytes), then each term's hash (8) and
 * document frequency (4), by rising signed hash, all big-endian. A model has one such form, whose
 * SHA-256 is its content id.
 */
public final class IdfModelBytes {

  private static final int HEADER = Long.BYTES;
  private static final int ENTRY = Long.BYTES + Integer.BYTES;

  private IdfModelBytes() {}

  /** The bytes that a model of so many terms takes: 8 + 12 · terms. */
  public static long length(int terms) {
    return HEADER + (long) terms * ENTRY;
  }

  /** The bytes of {@code model}. */
  public static byte[] write(IdfModel model) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length(model.size())));
    bytes.putLong(model.documents());
    for (int term = 0; term < model.size(); term++) {
      bytes.putLong(model.hash(term)).putInt(model.documentFrequency(term));
    }
    return bytes.array();
  }

  /**
   * The model that was written.
   *
   * @throws IllegalArgumentException if the bytes are not those of a model
   */
  public static IdfModel read(byte[] written) {
    if (written.length < HEADER || (written.length - HEADER) % ENTRY != 0) {
      throw invalid(
          "[%s] bytes cannot be an IDF model: it has 8 and 12 for each term", written.length);
    }
    ByteBuffer bytes = ByteBuffer.wrap(written);
    long documents = bytes.getLong();
    List<IdfModel.Entry> entries = new ArrayList<>((written.length - HEADER) / ENTRY);
    while (bytes.hasRemaining()) {
      entries.add(new IdfModel.Entry(bytes.getLong(), bytes.getInt()));
    }
    return IdfModel.of(documents, entries);
  }
}
