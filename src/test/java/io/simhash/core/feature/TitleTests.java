package io.simhash.core.feature;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A title changes features only by a title factor other than 1, and only those with its words. */
public class TitleTests extends LuceneTestCase {

  /** Random bodies and titles, under each preset, without a title and with one and a factor. */
  public void testATitleChangesNothingWithoutAFactor() throws IOException {
    for (int round = 0; round < 500; round++) {
      Profile profile = randomProfile();
      List<BodyField> body = List.of(randomBody());
      Set<String> title = randomTitle();
      List<Feature> untitled = extract(profile, body, Set.of());
      List<Feature> titled = extract(profile, body, title);
      assertEquals(untitled.size(), titled.size());
      for (int i = 0; i < titled.size(); i++) {
        Feature feature = titled.get(i);
        long marks = List.of(feature.text().split(" ")).stream().filter(title::contains).count();
        if (profile.titleFactor() == 1 || marks == 0) {
          assertEquals(untitled.get(i), feature);
        } else {
          assertNotEquals(untitled.get(i).factors().title(), feature.factors().title(), 0);
          assertNotEquals(untitled.get(i).weight(), feature.weight());
        }
      }
    }
  }

  /** A profile with a title has a factor other than 1; without one, the preset's is not used. */
  public void testAProfileHasATitleIfAndOnlyIfItsFactorIsNotOne() throws IOException {
    for (int round = 0; round < 500; round++) {
      Profile profile = randomProfile();
      assertEquals(profile.hasTitle(), profile.titleFactor() != 1);
    }
  }

  /** One of the combinations of preset, title and typed factor that are not refused. */
  private static Profile randomProfile() throws IOException {
    Optional<Profile> profile = Optional.empty();
    while (profile.isEmpty()) {
      Profile.Builder builder =
          Profile.builder(Preset.values()[random().nextInt(Preset.values().length)])
              .idf(IdfModel.read(new StringReader("# documents\t100\nw1\t10\nw2\t50\n")))
              .hasTitle(random().nextBoolean());
      if (random().nextBoolean()) {
        double[] factors = {0.5, 1, 2, 5};
        builder.set(ProfileOption.TITLE_FACTOR, factors[random().nextInt(factors.length)]);
      }
      profile = build(builder);
    }
    return profile.get();
  }

  private static Optional<Profile> build(Profile.Builder builder) {
    try {
      return Optional.of(builder.build());
    } catch (IllegalArgumentException e) {
      assertTrue(
          e.getMessage(),
          e.getMessage().startsWith("[title_field] has no effect with [title_factor] [1]")
              || e.getMessage().equals("[title_factor] needs [title_field]"));
      return Optional.empty();
    }
  }

  private static BodyField randomBody() {
    StringBuilder text = new StringBuilder();
    List<Token> tokens = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String term = "w" + random().nextInt(12);
      tokens.add(new Token(term, "n", text.length(), text.length() + term.length()));
      text.append(term).append(' ');
    }
    return new BodyField(text.toString(), tokens, 1);
  }

  private static Set<String> randomTitle() {
    Set<String> title = new HashSet<>();
    for (int i = random().nextInt(4); i > 0; i--) {
      title.add("w" + random().nextInt(15));
    }
    return title;
  }

  private static List<Feature> extract(Profile profile, List<BodyField> body, Set<String> title) {
    return new FeatureExtractor(profile).extract(body, title).list();
  }
}
