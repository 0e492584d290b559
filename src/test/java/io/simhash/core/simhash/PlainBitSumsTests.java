package io.simhash.core.simhash;

public class PlainBitSumsTests extends BitSumsContract {
  @Override
  BitSums create() {
    return new PlainBitSums();
  }
}
