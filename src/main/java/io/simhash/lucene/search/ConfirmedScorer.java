package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.search.Scorer;

/** Verifies the documents of another scorer by their texts and keeps their scores. */
final class ConfirmedScorer extends VerifyingScorer {

  /** Reading a stored document and cutting its text: far more than any other check costs. */
  private static final float CONFIRMATION_COST = 1_000_000;

  private final Scorer in;
  private final Confirmation confirmation;
  private final TextSource.SegmentTexts texts;

  ConfirmedScorer(Scorer in, Confirmation confirmation, TextSource.SegmentTexts texts) {
    // The source of the texts checks for cancellation itself, before each document.
    super(in, CONFIRMATION_COST, () -> {});
    this.in = in;
    this.confirmation = confirmation;
    this.texts = texts;
  }

  @Override
  boolean verify(int doc) throws IOException {
    return confirmation.overlap(texts.read(doc)).filter(confirmation::holds).isPresent();
  }

  @Override
  public float score() throws IOException {
    return in.score();
  }

  @Override
  public int advanceShallow(int target) throws IOException {
    return in.advanceShallow(target);
  }

  @Override
  public float getMaxScore(int upTo) throws IOException {
    return in.getMaxScore(upTo);
  }

  @Override
  public void setMinCompetitiveScore(float minScore) throws IOException {
    in.setMinCompetitiveScore(minScore);
  }
}
