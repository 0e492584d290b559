package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Every method, ready to be run on one corpus. */
final class Methods {

  /** Baselines that compare words without a fingerprint are run up to this many documents. */
  static final int BASELINE_LIMIT = 10_000;

  /** Pairs below it are not estimated: no estimate errs from here to the lowest level. */
  private static final double FAR = .1;

  /** The row of the default with {@code minhash} over the text. */
  static final String DEFAULT_MINHASH = "our default + minhash";

  /** The row of the default with {@code confirm}. */
  static final String DEFAULT_CONFIRM = "our default + confirm";

  private static final int SUPER_HASHES = 84;
  private static final int SUPER_BANDS = 6;

  private final Settings settings;
  private final Corpus corpus;
  private final Map<String, Draws> draws = new LinkedHashMap<>();
  private final TermVectors terms;
  private final Signatures signatures;
  private final Signatures yardstick;
  private final Bands bands;

  private Methods(Corpus corpus, Settings settings, Map<String, Profile> profiles) {
    this.settings = settings;
    this.corpus = corpus;
    int size = corpus.size();
    profiles.forEach((name, profile) -> draws.put(name, new Draws(profile, 1, size)));
    terms = new TermVectors(size);
    int hashes = settings.components();
    MinHash family = new MinHash(hashes, settings.bits(), settings.seed());
    int shingle = settings.shingleSize(corpus.truth().shingleSize());
    signatures = new Signatures(shingle, family, size);
    boolean same = corpus.truth().shingleSize() == shingle;
    yardstick = same ? signatures : new Signatures(corpus.truth().shingleSize(), family, size);
    bands = new Bands(shingle, SUPER_HASHES, SUPER_BANDS, settings.seed(), size);
  }

  /** Analyses the corpus once for all rows whose name matches. */
  static Methods of(Corpus corpus, Settings settings, IdfModel idf, Progress progress) {
    Map<String, Profile> profiles = Profiles.all(idf);
    Pattern only = Pattern.compile(settings.only());
    profiles
        .keySet()
        .removeIf(name -> only.matcher(name).find() == false && name != Profiles.DEFAULT);
    Methods methods = new Methods(corpus, settings, profiles);
    List<Analysis.Sink> sinks = new ArrayList<>(methods.draws.values());
    sinks.add(methods.signatures);
    if (methods.yardstick != methods.signatures) {
      sinks.add(methods.yardstick);
    }
    sinks.add(methods.bands);
    if (methods.hasBaselines()) {
      sinks.add(methods.terms);
    }
    Analysis.run(corpus.documents(), Analysis.analyzer(corpus.isChinese()), sinks, progress);
    return methods;
  }

  private boolean hasBaselines() {
    return corpus.size() <= BASELINE_LIMIT;
  }

  /** The methods in the order of the tables: baselines, fingerprints, the default's checks. */
  List<Method> all() {
    List<Method> methods = new ArrayList<>();
    if (hasBaselines()) {
      methods.add(
          Similarity.of("cosine of tf vectors", terms.vectors(), (a, b, dot) -> dot, "cos"));
    }
    Vectors shingles = signatures.shingles();
    methods.add(
        Similarity.of(
            "shingling, exact Jaccard of "
                + settings.shingleSize(corpus.truth().shingleSize())
                + " characters",
            shingles,
            shingles::jaccard,
            "J"));
    methods.add(
        Similarity.of(
            "MinHash alone, " + settings.components() + " components",
            shingles,
            (a, b, dot) -> shingles.jaccard(a, b, dot) < FAR ? 0 : estimate(a, b),
            "Ĵ"));
    methods.add(
        new Similarity(
            SUPER_HASHES + " minhashes in " + SUPER_BANDS + " super-shingles",
            bands.keys(),
            (a, b, dot) -> dot,
            "equal",
            6,
            5,
            4,
            3,
            2,
            1));
    draws.forEach((name, draw) -> methods.add(new Hamming(name, draw.own())));
    methods.add(withMinHash());
    methods.add(withConfirm());
    return methods;
  }

  private double estimate(int a, int b) {
    return signatures.similarity(a, b, settings.components(), 0);
  }

  private Method withMinHash() {
    return new Confirmed(
        DEFAULT_MINHASH, fingerprints(Profiles.DEFAULT), this::estimate, settings.minSimilarity());
  }

  private Method withConfirm() {
    Vectors shingles = yardstick.shingles();
    return new Confirmed(
        DEFAULT_CONFIRM, fingerprints(Profiles.DEFAULT), shingles::jaccard, Truth.DUPLICATE - 5e-7);
  }

  private Method fingerprints(String name) {
    return new Hamming(name, draws.get(name).own(), settings.radius());
  }
}
