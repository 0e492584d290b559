package io.simhash.core.near;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class NearSampleTests extends ESTestCase {

  private static NearSample<Integer> sample(int size) {
    return new NearSample<>(size, Comparator.comparing((Integer i) -> i));
  }

  /** Two signatures share the first band if their first two minima are equal. */
  private static Signature signature(long first, long other) {
    long[] minima = new long[64];
    minima[0] = first;
    minima[63] = other;
    return new SignatureParameters(Optional.empty(), new Bands(64, 3, 2)).signature(minima);
  }

  private static List<NearValue> randomValues(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                randomBoolean()
                    ? new NearValue(randomLong(), Optional.empty())
                    : new NearValue(
                        randomBoolean() ? OptionalLong.empty() : OptionalLong.of(randomLong()),
                        Optional.of(signature(randomIntBetween(0, 99), randomIntBetween(0, 3)))))
        .toList();
  }

  public void testAllDocumentsOfASampleThatIsNotFull() {
    NearSample<Integer> sample = sample(3);
    for (int i = 0; i < 3; i++) {
      sample.add(new NearValue(i, Optional.empty()), i);
    }
    assertEquals(Set.of(0, 1, 2), new HashSet<>(sample.elements()));
    assertEquals(0, sample.others());
    assertEquals(NearSample.NO_LIMIT, sample.limit());
  }

  /** Documents that share the first band, or the first 16 bits, have neighbouring keys. */
  public void testNearDuplicatesAreTogether() {
    NearValue a = new NearValue(OptionalLong.empty(), Optional.of(signature(7, 1)));
    NearValue b = new NearValue(randomLong(), Optional.of(signature(7, 2)));
    NearValue c = new NearValue(OptionalLong.empty(), Optional.of(signature(8, 1)));
    assertEquals(NearSample.key(a) >>> 32, NearSample.key(b) >>> 32);
    assertNotEquals(NearSample.key(a), NearSample.key(b));
    assertNotEquals(NearSample.key(a) >>> 32, NearSample.key(c) >>> 32);
    NearValue d = new NearValue(0x1234000000000000L, Optional.empty());
    NearValue e = new NearValue(0x1234FFFFFFFFFFFFL, Optional.empty());
    NearValue f = new NearValue(0x1235000000000000L, Optional.empty());
    assertEquals(NearSample.key(d) >>> 32, NearSample.key(e) >>> 32);
    assertNotEquals(NearSample.key(d) >>> 32, NearSample.key(f) >>> 32);
  }

  /** The same documents in every order, and however they are divided and merged. */
  public void testOrderAndPartsDoNotMatter() {
    List<NearValue> values = randomValues(randomIntBetween(1, 500));
    int size = randomIntBetween(1, 600);
    NearSample<Integer> whole = sample(size);
    IntStream.range(0, values.size()).forEach(i -> whole.add(values.get(i), i));
    assertEquals(Math.min(size, values.size()), whole.size());
    assertEquals(values.size(), whole.size() + whole.others());
    List<Long> keys = whole.elements().stream().map(i -> NearSample.key(values.get(i))).toList();
    assertEquals(keys.stream().sorted().toList(), keys);

    List<NearSample<Integer>> parts = new ArrayList<>();
    for (int part = randomIntBetween(1, 5); part > 0; part--) {
      parts.add(sample(size));
    }
    for (int i : shuffledList(IntStream.range(0, values.size()).boxed().toList())) {
      parts.get(randomIntBetween(0, parts.size() - 1)).add(values.get(i), i);
    }
    NearSample<Integer> merged = sample(size);
    for (NearSample<Integer> part : parts) {
      merged.merge(part.limit(), part.others());
      part.elements().forEach(i -> merged.add(values.get(i), i));
    }
    assertEquals(whole.elements(), merged.elements());
    assertEquals(whole.others(), merged.others());
  }

  /** A part whose limit is lower limits all: what is near those documents was left out there. */
  public void testTheLeastLimit() {
    List<NearValue> values =
        IntStream.range(0, 100)
            .mapToObj(i -> new NearValue(randomLong(), Optional.empty()))
            .toList();
    NearSample<Integer> small = sample(10);
    IntStream.range(0, 100).forEach(i -> small.add(values.get(i), i));
    NearSample<Integer> merged = sample(1_000);
    IntStream.range(0, 100).forEach(i -> merged.add(values.get(i), i));
    merged.merge(small.limit(), small.others());
    assertEquals(small.elements(), merged.elements());
    assertEquals(180, merged.others());
  }

  /** Of equal values, the first ones in the order of the documents. */
  public void testEqualValues() {
    NearSample<Integer> sample = sample(3);
    for (int i : shuffledList(List.of(0, 1, 2, 3, 4, 5))) {
      sample.add(new NearValue(7, Optional.empty()), i);
    }
    assertEquals(List.of(0, 1, 2), sample.elements());
    assertEquals(3, sample.others());
  }
}
