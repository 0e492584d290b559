package io.simhash.core.near;

import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class NearSlotsTests extends ESTestCase {

  /** Whether one value passes, by the definition. */
  private static boolean expected(NearValue value, NearValue sought, NearRule rule) {
    int distance = Fingerprint.distance(value.fingerprint(), sought.fingerprint());
    OptionalLong a = value.prefix();
    OptionalLong b = sought.prefix();
    if (distance > rule.maxDistance()) {
      return false;
    }
    return rule.usesSignatures() == false
        || distance <= rule.maxDistanceWithoutPrefix()
        || a.isEmpty()
        || b.isEmpty()
        || SignaturePrefix.agreements(a.getAsLong(), b.getAsLong()) >= rule.minAgreements();
  }

  public void testPassingSlotsAreThoseThatDistanceAndPrefixLetPass() {
    NearRule rule =
        randomFrom(
            NearRule.of(null, null, false),
            NearRule.of(null, null, true),
            NearRule.of(randomIntBetween(0, 64), randomDouble(), false),
            NearRule.ofDistance(randomIntBetween(0, 64)));
    NearValue[] values = new NearValue[randomIntBetween(1, 2 * NearSlots.GROUP)];
    Arrays.setAll(values, i -> NearWindowTests.randomSigned(false));
    NearSlots slots = new NearSlots(values.length);
    IntStream.range(0, values.length).forEach(i -> slots.set(i, values[i]));
    NearSlots.Passing passing = new NearSlots.Passing();
    for (int times = 0; times < 50; times++) {
      NearValue value = NearWindowTests.randomSigned(false);
      NearSlots.Sought sought = NearSlots.Sought.of(value, rule);
      int from = randomIntBetween(0, values.length - 1);
      int to = randomIntBetween(from, Math.min(values.length, from + NearSlots.GROUP));
      slots.passing(from, to, sought, passing);
      assertArrayEquals(
          IntStream.range(from, to).filter(i -> expected(values[i], value, rule)).toArray(),
          IntStream.range(0, passing.size()).map(passing::slot).toArray());
      int within = randomIntBetween(0, 64);
      assertEquals(
          IntStream.range(from, to).anyMatch(i -> values[i].distance(value) <= within),
          slots.isAnyWithin(from, to, value.fingerprint(), within));
      for (int i = from; i < to; i++) {
        assertEquals(expected(values[i], value, rule), slots.passes(i, sought));
        assertEquals(values[i].distance(value), slots.distance(i, value.fingerprint()));
      }
    }
  }
}
