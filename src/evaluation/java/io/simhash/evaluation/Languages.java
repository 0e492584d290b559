package io.simhash.evaluation;

import io.simhash.core.base.UnionFind;
import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearIndex;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Two tables, one line a set.
 *
 * @param found the pairs that the default query finds: precision, and the recall of the pairs of
 *     four intervals of exact similarity. "From .5 on" alone would say how many pairs are at the
 *     border
 * @param clusters what the clusters of these pairs leave, and those of the true pairs
 */
record Languages(String found, String clusters) {

  private static final List<Double> LIMITS = List.of(.5, .6, .7, .8, Double.POSITIVE_INFINITY);

  /** Short texts whose truth is made with shingles of so many characters have them themselves. */
  private static final int SHORT_SHINGLE = 3;

  /** The tables of all sets of a folder. */
  static Languages of(Path data, Progress progress) throws IOException {
    List<Path> folders;
    try (Stream<Path> all = Files.list(data)) {
      folders = all.filter(f -> Files.exists(f.resolve("docs.jsonl.gz"))).sorted().toList();
    }
    StringBuilder found =
        new StringBuilder(
            "| set | documents | shingles | precision | recall of the pairs of .5 to .6 | .6 to .7 |"
                + " .7 to .8 | .8 and more |\n|---|---|---|---|---|---|---|---|\n");
    StringBuilder clusters =
        new StringBuilder(
            "| set | documents | true pairs: kept | greatest | `connected`: kept | greatest |"
                + " `star`: kept | greatest |\n|---|---|---|---|---|---|---|---|\n");
    progress.start("finding pairs", folders.size());
    for (Path folder : folders) {
      Corpus corpus = Corpus.read(folder);
      if (corpus.truth().pairs().isEmpty() == false) {
        Set<Long> pairs = pairs(corpus);
        found.append(row(corpus, pairs));
        clusters.append(clusters(corpus, pairs));
      }
      progress.step();
    }
    progress.end();
    return new Languages(found.toString(), clusters.toString());
  }

  private static String clusters(Corpus corpus, Set<Long> found) {
    int documents = corpus.size();
    List<int[]> pairs =
        found.stream().map(key -> new int[] {(int) (key >> Integer.SIZE), key.intValue()}).toList();
    UnionFind joined = new UnionFind(documents);
    pairs.forEach(pair -> joined.union(pair[0], pair[1]));
    return String.format(
        Locale.ROOT,
        "| %s | %,d | %s | %s | %s |\n",
        corpus.name(),
        documents,
        ClusterSizes.connected(corpus.truth().clusters(documents)),
        ClusterSizes.connected(joined),
        ClusterSizes.stars(pairs, documents));
  }

  /** The pairs that the default rule finds. */
  private static Set<Long> pairs(Corpus corpus) {
    int size = corpus.truth().shingleSize() == SHORT_SHINGLE ? SHORT_SHINGLE : Shingling.AUTO;
    Shingling shingling = new Shingling(Shingling.Unit.CHARACTER, size);
    return pairs(
        corpus.documents(),
        new TextMinHasher(Bands.DEFAULT, Optional.of(new TextShingles(shingling, null))));
  }

  private static String row(Corpus corpus, Set<Long> found) {
    Set<Long> right = new HashSet<>();
    Stream.of(corpus.truth(), corpus.other())
        .flatMap(truth -> truth.pairs().stream())
        .forEach(pair -> right.add(key(pair.a(), pair.b())));
    StringBuilder row =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "| %s | %,d | %s | %s |",
                corpus.name(),
                corpus.documents().size(),
                corpus.truth().shingleSize(),
                share(found.stream().filter(right::contains).count(), found.size())));
    for (int i = 1; i < LIMITS.size(); i++) {
      double from = LIMITS.get(i - 1);
      double to = LIMITS.get(i);
      List<Corpus.Pair> wanted =
          corpus.truth().pairs().stream()
              .filter(pair -> pair.jaccard() >= (float) from && pair.jaccard() < (float) to)
              .toList();
      long hits = wanted.stream().filter(p -> found.contains(key(p.a(), p.b()))).count();
      row.append(
          String.format(Locale.ROOT, " %s of %,d |", share(hits, wanted.size()), wanted.size()));
    }
    return row.append('\n').toString();
  }

  private static String share(long part, int whole) {
    // One missed pair is not 1.0000.
    double share = part < whole ? Math.min((double) part / whole, .9999) : 1;
    return whole == 0 ? "–" : String.format(Locale.ROOT, "%.4f", share);
  }

  /** The pairs of documents that the default rule calls neighbours, by their signatures. */
  private static Set<Long> pairs(List<Corpus.Document> documents, TextMinHasher hasher) {
    NearRule rule = NearRule.of(null, null, true);
    NearIndex index = new NearIndex();
    Set<Long> found = new HashSet<>();
    int[] positions = new int[documents.size()];
    for (int i = 0; i < positions.length; i++) {
      int position = i;
      hasher
          .of(List.of(documents.get(i).content()))
          .ifPresent(
              signature -> {
                NearValue value = new NearValue(OptionalLong.empty(), Optional.of(signature));
                index.forEachNeighbour(
                    value, rule, 0, slot -> found.add(key(positions[slot], position)) || true);
                positions[index.add(value, 0)] = position;
              });
    }
    return found;
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << Integer.SIZE | Math.max(a, b);
  }
}
