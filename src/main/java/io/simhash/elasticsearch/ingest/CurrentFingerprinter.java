package io.simhash.elasticsearch.ingest;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The fingerprinter of a processor, made again whenever the stored IDF model that its options name
 * has another version. Without that model {@link #get} fails: no fingerprint is computed with an
 * earlier version.
 */
final class CurrentFingerprinter {

  private record Made(String modelVersion, TextFingerprinter fingerprinter) {}

  private final Supplier<TextFingerprinter> maker;
  private final Map<String, Object> profile;
  private final Optional<String> storedModel;
  private final IdfModels models;
  private volatile Made made;

  /**
   * @param maker makes the fingerprinter; called again after it failed
   * @param profile the profile options as they were typed
   */
  CurrentFingerprinter(
      Supplier<TextFingerprinter> maker, Map<String, Object> profile, IdfModels models) {
    this.maker = maker;
    this.profile = profile;
    this.storedModel = FingerprinterFactory.storedModel(profile);
    this.models = models;
  }

  /** The stored IDF model that the options name. */
  Optional<String> storedModel() {
    return storedModel;
  }

  /** Whether the options name an IDF model that is not shipped, but stored or in a file. */
  boolean usesOwnModel() {
    return FingerprinterFactory.usesOwnModel(profile);
  }

  /**
   * The fingerprinter with the stored model's present version.
   *
   * @throws IllegalArgumentException if the model is missing or an option is wrong
   */
  TextFingerprinter get() {
    String version = storedModel.map(name -> models.stored(name).contentId()).orElse("");
    Made last = made;
    if (last == null || last.modelVersion().equals(version) == false) {
      TextFingerprinter fingerprinter = maker.get();
      // The model may have changed since its version was read above.
      last = new Made(version(fingerprinter), fingerprinter);
      made = last;
    }
    return last.fingerprinter();
  }

  private String version(TextFingerprinter fingerprinter) {
    return storedModel
        .flatMap(name -> fingerprinter.profile().idf())
        .map(IdfModel::contentId)
        .orElse("");
  }
}
