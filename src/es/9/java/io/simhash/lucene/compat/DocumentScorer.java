package io.simhash.lucene.compat;

import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;

/** A scorer made by a weight. Lucene 9 keeps the weight. */
public abstract class DocumentScorer extends Scorer {

  protected DocumentScorer(Weight weight) {}
}
