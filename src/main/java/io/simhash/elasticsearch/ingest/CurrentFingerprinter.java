package io.simhash.elasticsearch.ingest;

import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The fingerprinter of a processor's options, kept until the stored IDF model that they name has
 * another version. When that model is gone, asking fails: nothing is computed without it, nor with
 * a version that no longer is.
 */
final class CurrentFingerprinter implements Supplier<TextFingerprinter> {

  private record Made(String version, TextFingerprinter fingerprinter) {}

  private final Supplier<TextFingerprinter> maker;
  private final Optional<String> storedModel;
  private final IdfModels models;
  private volatile Made made;

  /**
   * @param maker asked again after it failed
   * @param storedModel the stored model that it reads
   */
  CurrentFingerprinter(
      Supplier<TextFingerprinter> maker, Optional<String> storedModel, IdfModels models) {
    this.maker = maker;
    this.storedModel = storedModel;
    this.models = models;
  }

  @Override
  public TextFingerprinter get() {
    // Read before the fingerprinter is made: with a version in between it is made once more.
    String version = storedModel.map(name -> models.stored(name).contentId()).orElse("");
    Made last = made;
    if (last == null || last.version().equals(version) == false) {
      last = make(version);
    }
    return last.fingerprinter();
  }

  private synchronized Made make(String version) {
    if (made == null || made.version().equals(version) == false) {
      made = new Made(version, maker.get());
    }
    return made;
  }
}
