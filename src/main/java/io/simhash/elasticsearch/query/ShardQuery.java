package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.mapper.MinHashFieldType;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.lucene.analysis.TextSigner;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.search.SecondOpinion;
import io.simhash.lucene.search.SimHashNearQuery;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;

/** Makes a resolved query into Lucene's, by the mapping of one index. */
final class ShardQuery {

  private final SearchExecutionContext context;

  ShardQuery(SearchExecutionContext context) {
    this.context = context;
  }

  Query of(SimHashNearQueryBuilder query) {
    if (Resolver.next(query) != null) {
      return unresolved();
    }
    MinHashClause minHash = query.minHash();
    MappedFieldType type = context.getFieldType(query.field());
    MappedFieldType minHashType = minHash == null ? null : context.getFieldType(minHash.field());
    if (query.ignoreUnmapped() && (type == null || (minHash != null && minHashType == null))) {
      return new MatchNoDocsQuery(SimHashNearQueryBuilder.UNMAPPED);
    }
    SimHashFieldType simHashField =
        require(SimHashFieldType.class, "simhash", "field", query.field(), type);
    SecondOpinion opinion = minHash == null ? null : opinion(minHash, minHashType);
    OptionalLong fingerprint = fingerprint(query.target(), simHashField);
    if (fingerprint.isEmpty()) {
      return new MatchNoDocsQuery("[text] has no fingerprint");
    }
    return new SimHashNearQuery(
        simHashField.name(), fingerprint.getAsLong(), query.maxDistance(), query.score(), opinion);
  }

  /**
   * Without a reader nothing is searched, only asked whether the query could stand here, as when
   * the filter of an alias is put; each search through that alias resolves it.
   */
  private Query unresolved() {
    if (context.getIndexReader() == null) {
      return new MatchNoDocsQuery("[like] or [document] is not resolved yet");
    }
    throw refuse("[like] and [document] cannot be resolved in this place");
  }

  private <T extends MappedFieldType> T require(
      Class<T> type, String typeName, String parameter, String field, MappedFieldType found) {
    if (found == null) {
      throw refuse(
          "["
              + parameter
              + "] must be mapped but ["
              + field
              + "] is not; with [ignore_unmapped] [true] such an index has no match");
    }
    if (type.isInstance(found) == false) {
      throw refuse(
          "["
              + parameter
              + "] must be of type ["
              + typeName
              + "] but ["
              + field
              + "] is of type ["
              + found.typeName()
              + "]");
    }
    return type.cast(found);
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
      throw refuse(
          "[text] needs a field with an [analyzer] but ["
              + field.name()
              + "] takes fingerprints only");
    }
    return field.fingerprinter().get().of(text).fingerprint();
  }

  private SecondOpinion opinion(MinHashClause minHash, MappedFieldType found) {
    MinHashFieldType field =
        require(MinHashFieldType.class, "minhash", "minhash.field", minHash.field(), found);
    TextSigner signer = field.signer();
    return new SecondOpinion(
        field.name(),
        signer.minHash(),
        signature(minHash.members(), field.name(), signer),
        minHash.minSimilarity(),
        minHash.mu());
  }

  /** The signature to compare with; {@code null} for that of the empty set. */
  private byte[] signature(MemberSet members, String field, TextSigner signer) {
    return switch (members) {
      case MemberSet.Values values -> signer.of(values.values()).orElse(null);
      case MemberSet.Text text -> ofText(text.text(), field, signer);
      case MemberSet.Stored stored ->
          stored.signature() == null ? null : decode(stored.signature(), field, signer);
      case MemberSet.Like like -> throw new AssertionError(like);
    };
  }

  private byte[] ofText(String text, String field, TextSigner signer) {
    if (signer.shingling().isEmpty()) {
      throw refuse("[minhash.text] needs a field with [shingle] but [" + field + "] takes a set");
    }
    return signer.of(List.of(text)).orElse(null);
  }

  private byte[] decode(String stored, String field, TextSigner signer) {
    try {
      BytesRef bytes = new BytesRef(Base64.getDecoder().decode(stored));
      return MinHashFields.signature(signer.minHash(), bytes);
    } catch (IllegalArgumentException e) {
      throw refuse(
          "[minhash.like] needs a document whose field is mapped as ["
              + field
              + "] is: "
              + e.getMessage());
    }
  }

  private QueryShardException refuse(String sentence) {
    return new QueryShardException(context, sentence);
  }
}
