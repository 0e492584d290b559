package io.simhash.evaluation;

import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Features;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Every method, ready to be run on one corpus. */
final class Methods {

  /** The row of the query as users type it, with nothing but a field and a document. */
  static final String DEFAULT = "our default";

  /** The row of the same query with {@code confirm}. */
  static final String DEFAULT_CONFIRM = "our default + confirm";

  /** The row of the query {@code minhash_near}, which compares no fingerprints. */
  static final String MINHASH = "`minhash_near`";

  /** The row of the literature's signatures, which the options of a {@code minhash} field allow. */
  static final String SUPER_SHINGLES = "84 minhashes in 6 super-shingles";

  static final String COSINE = "cosine of tf vectors";

  /** The cosine, which compares words without a fingerprint, is run up to this many documents. */
  private static final int COSINE_LIMIT = 10_000;

  private final Settings settings;
  private final Corpus corpus;
  private final Pattern only;
  private final List<Analysis.Sink> sinks = new ArrayList<>();
  private final Map<String, Fingerprints> fingerprints = new LinkedHashMap<>();
  private final Vectors terms;
  private final Vectors yardstick;
  private final Signatures signatures;
  private final Signatures superShingles;

  private Methods(Corpus corpus, Settings settings, IdfModel idf, Pattern only) {
    this.settings = settings;
    this.corpus = corpus;
    this.only = only;
    int size = corpus.size();
    terms = new Vectors(size);
    yardstick = new Vectors(size);
    signatures = new Signatures(settings.shingle(), settings.bands(), settings.seed(), size);
    superShingles = new Signatures(settings.shingle(), new Bands(84, 6, 14), 0, size);
    Profiles.all(idf)
        .forEach(
            (name, profile) -> {
              if (isWanted(name) || name.equals(Profiles.DEFAULT)) {
                fingerprints.put(name, new Fingerprints(profile, size));
              }
            });
    sinks.addAll(fingerprints.values());
    sinks.add(Signatures.shingles(corpus.truth().shingleSize(), yardstick));
    sinks.add(signatures);
    if (isWanted(SUPER_SHINGLES)) {
      sinks.add(superShingles);
    }
    if (isWanted(COSINE) && size <= COSINE_LIMIT) {
      sinks.add(termVectors(terms));
    }
  }

  private boolean isWanted(String name) {
    return only.matcher(name).find();
  }

  /** Analyses the corpus once for all rows whose name matches, in the order of the tables. */
  static List<Method> of(
      Corpus corpus, Settings settings, IdfModel idf, Pattern only, Progress progress) {
    Methods methods = new Methods(corpus, settings, idf, only);
    Analysis.run(corpus.documents(), settings.analyzer(), methods.sinks, progress);
    return methods.all().stream().filter(method -> methods.isWanted(method.name())).toList();
  }

  /** Makes each document the vector of its words' frequencies. */
  private static Analysis.Sink termVectors(Vectors vectors) {
    FeatureExtractor extractor = new FeatureExtractor(Profile.builder(Preset.TRADITIONAL).build());
    return (document, body, titleTerms) -> {
      Features features = extractor.extract(List.of(body), titleTerms);
      long[] hashes = features.list().stream().mapToLong(Feature::hash).toArray();
      double[] weights =
          features.list().stream().mapToDouble(f -> Weight.toDouble(f.weight())).toArray();
      vectors.unitVectorOf(document, hashes, weights);
    };
  }

  private List<Method> all() {
    List<Method> methods = new ArrayList<>();
    if (corpus.size() <= COSINE_LIMIT) {
      methods.add(Similarity.of(COSINE, terms, (a, b, dot) -> dot, "cos"));
    }
    methods.add(shingling(corpus.truth().shingleSize(), yardstick));
    if (settings.shingle() != corpus.truth().shingleSize()) {
      methods.add(shingling(settings.shingle(), signatures.sets()));
    }
    methods.add(
        new Similarity(
            SUPER_SHINGLES,
            superShingles.bands(),
            (a, b, shared) -> shared,
            "equal",
            IntStream.rangeClosed(1, 6).mapToDouble(i -> 7 - i).toArray()));
    fingerprints.forEach((name, of) -> methods.add(new Hamming(name, of)));
    addQueries(methods);
    return methods;
  }

  private static Method shingling(int size, Vectors sets) {
    String shown = size == Shingling.AUTO ? "auto" : Integer.toString(size);
    return Similarity.of("shingling, exact Jaccard, size " + shown, sets, sets::jaccard, "J");
  }

  /** The queries by signatures; a pair must share two bands. */
  private void addQueries(List<Method> methods) {
    Vectors bands = signatures.bands();
    NearValue[] values = signatures.values(fingerprints.get(Profiles.DEFAULT));
    // From .95 down to the least that uses bands.
    double[] levels =
        IntStream.range(5, 100)
            .mapToDouble(i -> (100 - i) / 100.0)
            .takeWhile(level -> level >= NearRule.MIN_SIMILARITY_OF_BANDS)
            .toArray();
    methods.add(
        new Similarity(MINHASH, bands, (a, b, shared) -> signatures.similarity(a, b), "Ĵ", levels));
    methods.add(
        new Similarity(
            DEFAULT,
            bands,
            (a, b, shared) -> isNear(values, a, b) ? signatures.similarity(a, b) : 0,
            "Ĵ",
            levels));
    double least = NearRule.DEFAULT_MIN_SIMILARITY_TO_CONFIRM;
    methods.add(
        Similarity.of(
            DEFAULT_CONFIRM,
            bands,
            (a, b, shared) ->
                isNear(values, a, b) && signatures.similarity(a, b) >= least
                    ? signatures.sets().jaccard(a, b)
                    : 0,
            "J"));
  }

  /** Whether the fingerprints of two documents with signatures allow them to be neighbours. */
  private boolean isNear(NearValue[] values, int a, int b) {
    return values[a].distance(values[b]) <= settings.radius();
  }
}
