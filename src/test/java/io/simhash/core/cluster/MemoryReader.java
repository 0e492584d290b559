package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Elements in memory that can be compared, and of whose texts an answer has a limited number. */
final class MemoryReader implements ElementReader {

  private final List<NearValue> values;
  private final List<HashedSet> texts;
  private final int textsAtATime;
  int[] same = {};
  boolean ofTexts;
  int textsRead;
  long reserved;
  int headsRead;
  int valuesRead;

  MemoryReader(List<NearValue> values, List<HashedSet> texts, int textsAtATime) {
    this.values = values;
    this.texts = texts;
    this.textsAtATime = textsAtATime;
  }

  /** An element without a fingerprint has that of another element: it must not be read. */
  @Override
  public long[] fingerprints() {
    long any = values.stream().flatMapToLong(v -> v.fingerprint().stream()).findFirst().orElse(0);
    return values.stream().mapToLong(value -> value.fingerprint().orElse(any)).toArray();
  }

  @Override
  public BitSet withoutFingerprint() {
    return elements(value -> value.fingerprint().isEmpty());
  }

  @Override
  public int[] same() {
    return same;
  }

  private BitSet elements(Predicate<NearValue> such) {
    return IntStream.range(0, values.size())
        .filter(element -> such.test(values.get(element)))
        .collect(BitSet::new, BitSet::set, BitSet::or);
  }

  private Signature signature(int element) {
    return values.get(element).signature().orElseThrow();
  }

  @Override
  public Bands bands() {
    return signature(0).parameters().bands();
  }

  @Override
  public void reserve(long bytes) {
    reserved += bytes;
  }

  @Override
  public BandRows readBands() {
    BandRows rows = new BandRows(bands().bands(), values.size());
    for (int element = 0; element < values.size(); element++) {
      rows.set(element, bytes(signature(element)));
    }
    return rows;
  }

  /** The bands as they are stored. */
  static byte[] bytes(Signature signature) {
    byte[] bytes = new byte[Character.BYTES * signature.parameters().bands().bands()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (signature.band(i / 2) >>> i % 2 * Byte.SIZE);
    }
    return bytes;
  }

  @Override
  public Map<Integer, byte[]> heads(int[] elements) {
    headsRead += elements.length;
    return read(
        elements,
        element -> {
          Signature signature = signature(element);
          byte[] head = signature.head();
          int before = signature.parameters().header().length + bytes(signature).length;
          return Arrays.copyOfRange(head, before, head.length);
        });
  }

  @Override
  public Map<Integer, NearValue> near(int[] elements) {
    valuesRead += elements.length;
    return read(elements, values::get);
  }

  private static <T> Map<Integer, T> read(int[] elements, IntFunction<T> reader) {
    Map<Integer, T> read = new HashMap<>();
    for (int element : elements) {
      if (read.put(element, reader.apply(element)) != null) {
        throw new AssertionError("named twice: " + element);
      }
    }
    return read;
  }

  @Override
  public boolean signaturesAreOfTexts() {
    return ofTexts;
  }

  @Override
  public Map<Integer, HashedSet> texts(int[] elements) {
    Map<Integer, HashedSet> read = new HashMap<>();
    for (int element : elements) {
      if (read.size() < textsAtATime && read.put(element, texts.get(element)) != null) {
        throw new AssertionError("named twice: " + element);
      }
    }
    textsRead += read.size();
    return read;
  }
}
