package io.simhash.core.cluster;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.test.ESTestCase;

public class PackedSignaturesTests extends ESTestCase {

  /** Against looking at one pair of bands after the other. */
  public void testTheFirstSharedPair() {
    for (Bands bands :
        List.of(
            Bands.DEFAULT, new Bands(64, 17, 1), new Bands(301, 100, 3), new Bands(84, 6, 14))) {
      for (BandPairs plan :
          List.of(BandPairs.of(bands, .51), BandPairs.of(bands, .44), new BandPairs(bands, 1))) {
        List<Signature> signatures = signatures(bands, randomDouble());
        PackedSignatures shared = new PackedSignatures(plan, signatures);
        for (int a = 0; a < signatures.size(); a++) {
          for (int b = 0; b < signatures.size(); b++) {
            assertEquals(
                signatures.get(a).similarity(signatures.get(b)).orElseThrow(),
                shared.similarity(a, b),
                0);
            assertFirst(plan, signatures.get(a), signatures.get(b), shared, a, b);
          }
        }
      }
    }
  }

  private static List<Signature> signatures(Bands bands, double similarity) {
    SignatureParameters parameters = new SignatureParameters(Optional.empty(), bands);
    long[] template = random().longs(bands.hashes()).toArray();
    List<Signature> signatures = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      long[] own = template.clone();
      for (int row = 0; row < own.length; row++) {
        own[row] = random().nextDouble() < similarity ? own[row] : random().nextLong();
      }
      signatures.add(parameters.signature(own));
    }
    return signatures;
  }

  private static void assertFirst(
      BandPairs plan,
      Signature a,
      Signature b,
      PackedSignatures shared,
      int placeOfA,
      int placeOfB) {
    boolean found = false;
    for (int group = 0; group < plan.groups(); group++) {
      List<BandPairs.BandPair> pairs = plan.pairs(plan.size(group));
      for (int pair = 0; pair < pairs.size(); pair++) {
        int first = group * BandPairs.GROUP + pairs.get(pair).first();
        int second = group * BandPairs.GROUP + pairs.get(pair).second();
        boolean agree = a.band(first) == b.band(first) && a.band(second) == b.band(second);
        assertEquals(
            plan + " " + group + " " + pair,
            agree && found == false,
            shared.firstShared(placeOfA, new int[] {placeOfB}, 1, group, pair) == 1);
        found |= agree;
      }
    }
  }
}
