package io.simhash.evaluation;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Every method, ready to be run on one corpus. */
final class Methods {

  /** Baselines that compare words without a fingerprint are run up to this many documents. */
  static final int BASELINE_LIMIT = 10_000;

  /** The row of the query as users type it, with nothing but a field and a document. */
  static final String DEFAULT = "our default";

  /** The row of the same query with {@code confirm}. */
  static final String DEFAULT_CONFIRM = "our default + confirm";

  /** The row of the query {@code minhash_near}, which compares no fingerprints. */
  static final String MINHASH = "`minhash_near`";

  private static final int SUPER_HASHES = 84;
  private static final int SUPER_BANDS = 6;

  private final Settings settings;
  private final Corpus corpus;
  private final Map<String, Fingerprints> fingerprints = new LinkedHashMap<>();
  private final TermVectors terms;
  private final Signatures signatures;
  private final Signatures yardstick;
  private final SuperShingles superShingles;

  private Methods(Corpus corpus, Settings settings, Map<String, Profile> profiles) {
    this.settings = settings;
    this.corpus = corpus;
    int size = corpus.size();
    profiles.forEach((name, profile) -> fingerprints.put(name, new Fingerprints(profile, size)));
    terms = new TermVectors(size);
    Shingles shingles = Shingles.ofSize(settings.shingle());
    signatures = new Signatures(shingles, List.of(settings.family()), size);
    yardstick = new Signatures(Shingles.ofSize(corpus.truth().shingleSize()), List.of(), size);
    superShingles = new SuperShingles(shingles, SUPER_HASHES, SUPER_BANDS, size);
  }

  /** Analyses the corpus once for all rows whose name matches. */
  static Methods of(Corpus corpus, Settings settings, IdfModel idf, Progress progress) {
    Map<String, Profile> profiles = Profiles.all(idf);
    Pattern only = Pattern.compile(settings.only());
    profiles
        .keySet()
        .removeIf(name -> only.matcher(name).find() == false && name != Profiles.DEFAULT);
    Methods methods = new Methods(corpus, settings, profiles);
    List<Analysis.Sink> sinks = new ArrayList<>(methods.fingerprints.values());
    sinks.addAll(List.of(methods.signatures, methods.yardstick, methods.superShingles));
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
    methods.add(
        new Similarity(
            SUPER_HASHES + " minhashes in " + SUPER_BANDS + " super-shingles",
            superShingles.keys(),
            (a, b, dot) -> dot,
            "equal",
            6,
            5,
            4,
            3,
            2,
            1));
    fingerprints.forEach((name, of) -> methods.add(new Hamming(name, of)));
    Vectors bands = signatures.bands(settings.family());
    methods.add(new Similarity(MINHASH, bands, (a, b, shared) -> estimate(a, b), "Ĵ", levels()));
    Fingerprints own = fingerprints.get(Profiles.DEFAULT);
    NearValue[] values = signatures.values(own, settings.family());
    methods.add(
        new Similarity(
            DEFAULT,
            bands,
            (a, b, shared) -> isNear(values, a, b) ? estimate(a, b) : 0,
            "Ĵ",
            levels()));
    double least = NearRule.DEFAULT_MIN_SIMILARITY_TO_CONFIRM;
    methods.add(
        Similarity.of(
            DEFAULT_CONFIRM,
            bands,
            (a, b, shared) ->
                isNear(values, a, b) && estimate(a, b) >= least
                    ? signatures.sets().jaccard(a, b)
                    : 0,
            "J"));
    return methods;
  }

  /** Ĵ of the rows of signatures: .95 down to the least that uses bands. */
  private static double[] levels() {
    return IntStream.range(5, 100)
        .mapToDouble(i -> (100 - i) / 100.0)
        .takeWhile(level -> level >= NearRule.MIN_SIMILARITY_OF_BANDS)
        .toArray();
  }

  private static Method shingling(int size, Vectors sets) {
    String name = "shingling, exact Jaccard, size " + Shingles.name(size);
    return Similarity.of(name, sets, sets::jaccard, "J");
  }

  private double estimate(int a, int b) {
    return signatures.similarity(a, b, settings.family());
  }

  /** Whether the fingerprints of two documents with signatures allow them to be neighbours. */
  private boolean isNear(NearValue[] values, int a, int b) {
    return values[a].distance(values[b]) <= settings.radius();
  }
}
