package io.simhash.evaluation;

import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextHasher;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The evaluation measures the fingerprints that the plugin computes. */
public class FingerprintsTests extends LuceneTestCase {

  public void testEqualToTheProductsFingerprints() {
    List<String> texts = List.of("港口今天开航，船长向乘客问好。", "The port opened today.", "", "。");
    Profile profile = Profiles.builder(Preset.DEFAULT).build();
    Fingerprints own = new Fingerprints(profile, texts.size());
    List<Corpus.Document> documents =
        texts.stream().map(t -> new Corpus.Document(t, "港口", t, "")).toList();
    Analysis.run(
        documents,
        Analysis.ANSJ,
        List.of(own),
        new Progress(new PrintStream(OutputStream.nullOutputStream(), false)));
    TextFingerprinter product =
        new TextFingerprinter(
            profile,
            Optional.of(
                new IdentifiedAnalyzer(Analysis.analyzer(Analysis.ANSJ), profile.analysis())));
    TextHasher hasher = new TextHasher(profile.text(), Optional.of(product), Optional.empty());
    for (int i = 0; i < texts.size(); i++) {
      TextFingerprint expected =
          hasher.of(List.of(texts.get(i)), "港口", TokenSource.ANALYSIS).fingerprint().get();
      assertEquals(expected.fingerprint().isPresent(), own.has(i));
      if (expected.fingerprint().isPresent()) {
        assertEquals(expected.fingerprint().getAsLong(), own.of(i));
      }
    }
  }
}
