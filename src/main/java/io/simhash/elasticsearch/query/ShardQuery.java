package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.lucene.search.MatchingBands;
import io.simhash.lucene.search.MinHashNearQuery;
import io.simhash.lucene.search.SignatureCheck;
import io.simhash.lucene.search.SimHashNearQuery;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.query.SearchExecutionContext;

/** Makes a resolved query into Lucene's, by the mapping of one index. */
final class ShardQuery {

  private final ShardFields fields;
  private final ShardConfirmation confirmation;

  ShardQuery(SearchExecutionContext context) {
    this.fields = new ShardFields(context);
    this.confirmation = new ShardConfirmation(fields);
  }

  Query of(SimHashNearQueryBuilder query) {
    if (query.nextStep() != null) {
      return fields.unresolved("[like] and [document]");
    }
    if (query.ignoreUnmapped() && query.isUnmapped(fields::find)) {
      return new MatchNoDocsQuery(SimHashNearQueryBuilder.UNMAPPED);
    }
    SimHashFieldType simHashField =
        fields.require(SimHashFieldType.class, "simhash", "field", query.field());
    SignatureCheck opinion = query.minHash() == null ? null : opinion(query.minHash());
    OptionalLong fingerprint = fingerprint(query.target(), simHashField);
    if (fingerprint.isEmpty()) {
      return new MatchNoDocsQuery("[text] has no fingerprint");
    }
    Query near =
        new SimHashNearQuery(
            simHashField.name(),
            fingerprint.getAsLong(),
            query.maxDistance(),
            query.score(),
            opinion);
    String text = query.target() instanceof Target.Text target ? target.text() : null;
    return confirmation.of(near, query.confirm(), text);
  }

  private OptionalLong fingerprint(Target target, SimHashFieldType field) {
    return switch (target) {
      case Target.Given given -> OptionalLong.of(given.fingerprint());
      case Target.Text text -> fingerprint(text.text(), field);
      case Target.Like like -> throw new AssertionError(like);
      case Target.Document document -> throw new AssertionError(document);
    };
  }

  private OptionalLong fingerprint(String text, SimHashFieldType field) {
    if (field.fingerprinter().isEmpty()) {
      throw fields.refuse(
          "[text] needs a field with an [analyzer] but ["
              + field.name()
              + "] takes fingerprints only");
    }
    return field.fingerprinter().get().of(text).fingerprint();
  }

  private SignatureCheck opinion(MinHashClause minHash) {
    MinHashFieldType field =
        fields.require(MinHashFieldType.class, "minhash", "minhash.field", minHash.field());
    return new SignatureCheck(
        field.name(),
        field.signer().minHash(),
        ShardSketch.of(minHash.members(), field, fields, "minhash.")
            .map(ShardSketch::signature)
            .orElse(null),
        minHash.minSimilarity(),
        minHash.mu());
  }

  Query of(MinHashNearQueryBuilder query) {
    if (query.nextStep() != null) {
      return fields.unresolved("[like]");
    }
    if (query.ignoreUnmapped() && query.isUnmapped(fields::find)) {
      return new MatchNoDocsQuery(MinHashNearQueryBuilder.UNMAPPED);
    }
    MinHashFieldType field =
        fields.require(MinHashFieldType.class, "minhash", "field", query.field());
    int least = leastBands(query.minMatchingBands(), field);
    Optional<ShardSketch> sketch = ShardSketch.of(query.members(), field, fields, "");
    if (sketch.isEmpty()) {
      return new MatchNoDocsQuery("the empty set has no signature");
    }
    Query near =
        new MinHashNearQuery(
            field.name(),
            field.signer().minHash(),
            sketch.get().signature(),
            query.minSimilarity(),
            least == 0 ? null : new MatchingBands(bands(sketch.get(), field), least));
    String text = query.members() instanceof MemberSet.Text members ? members.text() : null;
    return confirmation.of(near, query.confirm(), text);
  }

  /** How many bands a candidate must share; 0 to compare all documents. */
  private int leastBands(Integer typed, MinHashFieldType field) {
    if (typed == null) {
      return field.bands().isPresent() ? 1 : 0;
    }
    if (typed > 0 && field.bands().isEmpty()) {
      throw fields.refuse(
          "[min_matching_bands] needs a field with [bands] but [" + field.name() + "] has none");
    }
    int most = field.bands().isPresent() ? field.bands().get().bands() : 0;
    if (typed > most) {
      throw fields.refuse(
          "[min_matching_bands] must be in [0, " + most + "] but was [" + typed + "]");
    }
    return typed;
  }

  private List<String> bands(ShardSketch sketch, MinHashFieldType field) {
    int count = field.bands().orElseThrow().bands();
    if (sketch.bands().size() != count) {
      throw fields.refuse(
          "[like] needs a document with ["
              + count
              + "] bands, as ["
              + field.name()
              + "] has, but ["
              + sketch.bands().size()
              + "] could be read: they are cut from its [_source]; with [min_matching_bands] [0]"
              + " none are needed");
    }
    return sketch.bands();
  }
}
