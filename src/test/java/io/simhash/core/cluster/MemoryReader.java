package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Elements in memory, of whose texts an answer has a limited number. */
final class MemoryReader implements ElementReader {

  private final List<NearValue> values;
  private final List<HashedSet> texts;
  private final int textsAtATime;
  private final List<String> parameters;
  int textsRead;

  MemoryReader(List<NearValue> values, List<HashedSet> texts, int textsAtATime) {
    this.values = values;
    this.texts = texts;
    this.textsAtATime = textsAtATime;
    this.parameters =
        values.stream()
            .flatMap(value -> value.signature().stream())
            .map(Signature::parameters)
            .distinct()
            .toList();
  }

  long[] fingerprints() {
    return values.stream().mapToLong(NearValue::fingerprint).toArray();
  }

  @Override
  public int[] parameters() {
    return values.stream()
        .mapToInt(
            value -> parameters.indexOf(value.signature().map(Signature::parameters).orElse("")))
        .toArray();
  }

  @Override
  public int[] components() {
    return parameters.stream()
        .mapToInt(made -> Integer.parseInt(made.substring(made.lastIndexOf(':') + 1)))
        .toArray();
  }

  @Override
  public void bands(int number, SignatureBands bands, Consumer<int[]> consumer) {
    int[] of = parameters();
    int[] signed = IntStream.range(0, of.length).filter(i -> of[i] == number).toArray();
    for (int i = 0; i < bands.bands(); i++) {
      int band = i;
      consumer.accept(IntStream.of(signed).map(element -> band(element, bands, band)).toArray());
    }
  }

  private int band(int element, SignatureBands bands, int band) {
    byte[] stored = values.get(element).signature().orElseThrow().stored();
    return bands.band(stored, Signature.HEADER_BYTES, band);
  }

  @Override
  public Map<Integer, NearValue> near(int[] elements) {
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
