package io.simhash.evaluation;

import io.simhash.core.feature.*;
import io.simhash.lucene.analysis.*;
import java.nio.file.Path;
import java.util.*;
import java.util.stream.*;
import org.apache.lucene.analysis.*;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

public class Explore {
  public static void main(String[] args) throws Exception {
    Corpus c = Corpus.read(Path.of(args[0]));
    boolean zh = c.name().startsWith("zh");
    Analyzer an =
        zh
            ? new AnsjAnalyzer(AnsjMode.QUERY, AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET)
            : new StandardAnalyzer();
    long n5 = c.truth().size(), n8 = c.truth().values().stream().filter(j -> j >= .8f).count();
    System.out.println(c.name() + " " + c.size() + " docs, pairs " + n5 + " / " + n8);
    Map<String, Profile> ps = new LinkedHashMap<>();
    ps.put("words log", Profile.builder(Preset.WORDS).build());
    ps.put("words set", Profile.builder(Preset.WORDS).tf(Tf.BINARY).build());
    ps.put("pairs log", Profile.builder().build());
    ps.put("pairs set", Profile.builder().tf(Tf.BINARY).build());
    for (int n : new int[] {3, 4})
      for (Tf tf : new Tf[] {Tf.BINARY, Tf.LOG})
        ps.put(
            n + " tokens " + tf,
            Profile.builder().tf(tf).shingling(new Shingling(Shingling.Unit.TOKEN, n)).build());
    for (int n : new int[] {3, 4, 5, 6, 8})
      ps.put(
          n + " chars set",
          Profile.builder()
              .tf(Tf.BINARY)
              .shingling(new Shingling(Shingling.Unit.CHARACTER, n))
              .build());
    ps.put("tf", Profile.builder(Preset.TRADITIONAL).build());
    String only = args.length > 1 ? args[1] : "";
    for (var e : ps.entrySet()) {
      if (!only.isEmpty() && !e.getKey().matches(only)) continue;
      TextFingerprinter f = new TextFingerprinter(e.getValue(), an);
      long[] fp = new long[c.size()];
      boolean[] has = new boolean[c.size()];
      IntStream.range(0, c.size())
          .parallel()
          .forEach(
              i -> {
                var t = f.of(c.contents().get(i));
                has[i] = t.fingerprint().isPresent();
                fp[i] = t.fingerprint().orElse(0);
              });
      int R = 16;
      long[] found = new long[R + 1], t5 = new long[R + 1], t8 = new long[R + 1];
      for (int i = 0; i < fp.length; i++)
        if (has[i])
          for (int j = i + 1; j < fp.length; j++)
            if (has[j]) {
              int d = Long.bitCount(fp[i] ^ fp[j]);
              if (d <= R) {
                found[d]++;
                Float jac = c.truth().get(Corpus.pair(i, j));
                if (jac != null) {
                  t5[d]++;
                  if (jac >= .8f) t8[d]++;
                }
              }
            }
      System.out.println(e.getKey());
      long F = 0, T = 0, E = 0;
      for (int d = 0; d <= R; d++) {
        F += found[d];
        T += t5[d];
        E += t8[d];
        if (d == 3 || d >= 6 && d <= 14)
          System.out.printf(
              Locale.ROOT,
              "   d<=%d P %.3f R5 %.3f R8 %.3f found %d%n",
              d,
              T / (double) F,
              T / (double) n5,
              E / (double) n8,
              F);
      }
    }
  }
}
