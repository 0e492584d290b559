package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Elements in memory, whose signatures can be compared, and of whose texts an answer has a limited
 * number.
 */
final class MemoryReader implements ElementReader {

  private final List<NearValue> values;
  private final List<HashedSet> texts;
  private final int textsAtATime;
  int textsRead;
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
  public BitSet signed() {
    return elements(value -> value.signature().isPresent());
  }

  private BitSet elements(Predicate<NearValue> such) {
    return IntStream.range(0, values.size())
        .filter(element -> such.test(values.get(element)))
        .collect(BitSet::new, BitSet::set, BitSet::or);
  }

  private List<Signature> signatures() {
    return values.stream().flatMap(value -> value.signature().stream()).toList();
  }

  @Override
  public Bands bands() {
    return signatures().getFirst().parameters().bands();
  }

  @Override
  public void readBands(int group, Consumer<char[][]> consumer) {
    List<Signature> signatures = signatures();
    int bands = bands().bands();
    for (int from = 0; from < bands; from += group) {
      char[][] read = new char[Math.min(group, bands - from)][signatures.size()];
      for (int band = 0; band < read.length; band++) {
        for (int i = 0; i < signatures.size(); i++) {
          read[band][i] = (char) signatures.get(i).band(from + band);
        }
      }
      consumer.accept(read);
    }
  }

  @Override
  public Map<Integer, NearValue> near(int[] elements) {
    valuesRead += elements.length;
    Map<Integer, NearValue> near = new HashMap<>();
    for (int element : elements) {
      if (near.put(element, values.get(element)) != null) {
        throw new AssertionError("named twice: " + element);
      }
    }
    return near;
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
