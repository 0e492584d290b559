package io.simhash.benchmark;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The other contents of the documents of {@link Planted}: signatures, texts and sets of tags. Those
 * of unrelated documents have nothing in common; member m of a family has the share {@link
 * #similarity} in common with the query.
 *
 * <p>With kinds, each unrelated document and each family is of one of {@value #KINDS} kinds: any
 * two signatures of a kind that have nothing else in common agree in the share {@link #ALIKE} of
 * their minima, as the texts of one office do. So one in ten of them has two bands of 24 in common
 * with the query, and none is a neighbour.
 */
record Contents(Planted planted, boolean hasKinds) {

  /** The share of the minima that two documents of a kind have in common. */
  static final double ALIKE = .15;

  private static final int KINDS = 2_000;

  /** The share of its minima that a document takes from its kind. */
  private static final double OF_KIND = Math.sqrt(ALIKE);

  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);

  private static final int TAGS = 20;
  private static final int TEXT = 300;

  /** Han characters from U+4E00 on that the texts are made of. */
  private static final int HAN = 3000;

  private static final long COMPONENTS = 11;
  private static final long KEPT = 12;
  private static final long CHARACTERS = 13;
  private static final long ELEMENTS = 14;
  private static final long TEMPLATE = 15;
  private static final long KIND = 16;

  /**
   * The bits by which the fingerprint of a document of the template differs from the template's.
   */
  private static final int FILLED_BITS = 8;

  /** Documents of no kinds. */
  Contents(Planted planted) {
    this(planted, false);
  }

  /** The share of minima, of tags and of characters that a member has from its family. */
  static double similarity(int member) {
    return 1 - .05 * member;
  }

  /** The signature of a document. */
  Signature signature(int document) {
    boolean related = planted.isPlanted(document);
    long own = planted.seed() + COMPONENTS * Integer.MAX_VALUE + 1;
    int family = related ? planted.family(document) : 0;
    int kind = kind(document);
    double kept = related ? similarity(planted.member(document)) : 0;
    long[] minima = new long[PARAMETERS.bands().hashes()];
    for (int i = 0; i < minima.length; i++) {
      long position = (long) document * minima.length + i;
      boolean ofFamily = related && Mix.share(planted.seed() + KEPT, position) < kept;
      minima[i] = ofFamily ? minimum(family(family), i, kind, i) : minimum(own, position, kind, i);
    }
    return PARAMETERS.signature(minima);
  }

  /** The signature that the members of a family are similar to. */
  Signature querySignature(int family) {
    long[] minima = new long[PARAMETERS.bands().hashes()];
    int kind = kind(planted.document(family, 0));
    for (int i = 0; i < minima.length; i++) {
      minima[i] = minimum(family(family), i, kind, i);
    }
    return PARAMETERS.signature(minima);
  }

  /** Minimum i of a document or family: the one at the position of its seed, or its kind's. */
  private long minimum(long seed, long position, int kind, int i) {
    boolean ofKind = hasKinds && Mix.share(seed + KIND, position) < OF_KIND;
    return ofKind ? Mix.at(planted.seed() + KIND + kind, i) : Mix.at(seed, position);
  }

  /** The kind of a document; that of its family if it has one. */
  int kind(int document) {
    boolean related = planted.isPlanted(document);
    int owner = related ? planted.document(planted.family(document), 0) : document;
    return Mix.below(planted.seed() + KIND, owner, KINDS);
  }

  /** Whether a document fills the template: one in ten, all of them unrelated. */
  static boolean isFilled(int document) {
    return document % 10 == 5;
  }

  /** The signature of a document of the template: half of its minima are those of the template. */
  Signature filledSignature(int document) {
    long[] minima = new long[PARAMETERS.bands().hashes()];
    for (int i = 0; i < minima.length; i++) {
      long position = (long) document * minima.length + i;
      boolean ofTemplate = Mix.share(planted.seed() + KEPT, position) < .5;
      minima[i] = Mix.at(planted.seed() + TEMPLATE, ofTemplate ? i : minima.length + position);
    }
    return PARAMETERS.signature(minima);
  }

  /** The fingerprint of a document of the template. Any two of them are within 16 bits. */
  long filledFingerprint(int document) {
    long fingerprint = Mix.at(planted.seed() + TEMPLATE, -1);
    for (int i = 0; i < FILLED_BITS; i++) {
      fingerprint ^= 1L << Mix.below(planted.seed() + TEMPLATE + document, i, Long.SIZE);
    }
    return fingerprint;
  }

  private long family(int family) {
    return Mix.at(planted.seed() + COMPONENTS, family);
  }

  /** The text of a planted document: that of its family, with another end. */
  String text(int document) {
    int kept = (int) (TEXT * similarity(planted.member(document)));
    StringBuilder text = new StringBuilder(TEXT);
    for (int i = 0; i < TEXT; i++) {
      long source = i < kept ? planted.family(document) : Integer.MAX_VALUE + (long) document;
      text.append(
          (char) ('\u4e00' + Mix.below(Mix.at(planted.seed() + CHARACTERS, source), i, HAN)));
    }
    return text.toString();
  }

  /** The tags of a document. */
  List<String> tags(int document) {
    boolean related = planted.isPlanted(document);
    int kept = related ? (int) (TAGS * similarity(planted.member(document))) : 0;
    List<String> tags = new ArrayList<>(TAGS);
    for (int i = 0; i < TAGS; i++) {
      tags.add(i < kept ? familyTag(planted.family(document), i) : "d" + tag(document, i));
    }
    return tags;
  }

  /** The tags that the members of a family share with the query. */
  List<String> queryTags(int family) {
    List<String> tags = new ArrayList<>(TAGS);
    for (int i = 0; i < TAGS; i++) {
      tags.add(familyTag(family, i));
    }
    return tags;
  }

  private String familyTag(int family, int i) {
    return "f" + tag(family, i);
  }

  private String tag(int owner, int i) {
    return Long.toString(
        Mix.at(planted.seed() + ELEMENTS, (long) owner * TAGS + i) >>> 1, Character.MAX_RADIX);
  }
}
