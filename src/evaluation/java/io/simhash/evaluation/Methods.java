package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.near.NearRule;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.Fingerprint;
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

  /** The row of the query as users type it, with nothing but a field and a document. */
  static final String DEFAULT = "our default";

  /** The row of the same query with {@code confirm}. */
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
    MinHash family = new MinHash(settings.components(), settings.bits(), settings.seed());
    Shingles shingles = Shingles.ofSize(settings.shingle());
    signatures = new Signatures(shingles, List.of(family), size);
    yardstick = new Signatures(Shingles.ofSize(corpus.truth().shingleSize()), List.of(), size);
    bands = new Bands(shingles, SUPER_HASHES, SUPER_BANDS, settings.seed(), size);
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
    sinks.addAll(List.of(methods.signatures, methods.yardstick, methods.bands));
    if (methods.hasBaselines()) {
      sinks.add(methods.terms);
    }
    Analysis.run(corpus.documents(), settings.analyzer(), sinks, progress);
    return methods;
  }

  private boolean hasBaselines() {
    return corpus.size() <= BASELINE_LIMIT;
  }

  /** The methods in the order of the tables: baselines, fingerprints, the default query. */
  List<Method> all() {
    List<Method> methods = new ArrayList<>();
    if (hasBaselines()) {
      methods.add(
          Similarity.of("cosine of tf vectors", terms.vectors(), (a, b, dot) -> dot, "cos"));
    }
    methods.add(shingling(corpus.truth().shingleSize(), yardstick.sets()));
    if (settings.shingle() != corpus.truth().shingleSize()) {
      methods.add(shingling(settings.shingle(), signatures.sets()));
    }
    Vectors sets = signatures.sets();
    methods.add(
        Similarity.of(
            "MinHash alone, " + settings.components() + " components",
            sets,
            (a, b, dot) -> sets.jaccard(a, b, dot) < FAR ? 0 : estimate(a, b, Fingerprint.BITS),
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
    methods.add(similar());
    methods.add(new Confirmed(DEFAULT_CONFIRM, similarToConfirm(), sets::jaccard, Truth.DUPLICATE));
    return methods;
  }

  private static Method shingling(int size, Vectors sets) {
    String name = "shingling, exact Jaccard, size " + Shingles.name(size);
    return Similarity.of(name, sets, sets::jaccard, "J");
  }

  private double estimate(int a, int b, int distance) {
    return signatures.found(a, b, distance, settings.components(), 0);
  }

  /**
   * The pairs within the default's wide radius whose signatures are similar. Every text of a corpus
   * that has a fingerprint has a signature, so the rule for texts without one is not needed.
   */
  private Method similar() {
    Hamming near = near(DEFAULT);
    return new Confirmed(
        DEFAULT, near, (a, b) -> estimate(a, b, near.level(a, b)), settings.minSimilarity());
  }

  /** The pairs whose texts a query with {@code confirm} reads. */
  private Method similarToConfirm() {
    Hamming near = near("");
    return new Confirmed(
        "",
        near,
        (a, b) -> signatures.foundToConfirm(a, b, near.level(a, b), settings.components(), 0),
        NearRule.DEFAULT_MIN_SIMILARITY_TO_CONFIRM);
  }

  private Hamming near(String name) {
    return new Hamming(name, draws.get(Profiles.DEFAULT).own(), settings.radius());
  }
}
