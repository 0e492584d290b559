package io.simhash.elasticsearch.query;

import io.simhash.core.base.Errors;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper.MinHashFieldType;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.lucene.search.QueryWithTexts;
import io.simhash.lucene.search.SharedPassagesQuery;
import io.simhash.lucene.search.SimHashNearQuery;
import io.simhash.lucene.text.TextMinHasher;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.SearchExecutionContext;

/** Makes the Lucene query of a resolved {@link NearQuery} by the mapping of one index. */
final class ShardQueryFactory {

  private final IndexFields fields;
  private final ShardTexts texts;

  ShardQueryFactory(SearchExecutionContext context) {
    this.fields = new IndexFields(context);
    this.texts = new ShardTexts(context);
  }

  /** The sentence about a query that is not resolved where none can be resolved. */
  static String unresolved(NearQuery query) {
    List<String> options =
        switch (query.name()) {
          case NeighbourOptions.SIMHASH -> List.of("[like] and [document]", "[fingerprint]");
          case NeighbourOptions.MINHASH -> List.of("[like]", "[values] or [text]");
          default -> List.of("[like]", "[text]");
        };
    return Errors.sentence(
        "[%s] %s can be used in a search but not in the filter of an alias, in the query of a role"
            + " or in a stored query: use %s there",
        query.name(), options.getFirst(), options.getLast());
  }

  Query create(NearQuery query) {
    if (query.isResolved() == false) {
      throw fields.refuse(unresolved(query));
    }
    ExpensiveQueries.requireAllowed(query, fields);
    if (query.isIgnored(fields.context())) {
      return new MatchNoDocsQuery(query.unmapped());
    }
    return query instanceof SharedPassagesOptions passages
        ? create(passages)
        : withTexts(query, create((NeighbourOptions) query));
  }

  /** The query with its texts, by which hits can be highlighted. */
  private static Query withTexts(NearQuery near, Query query) {
    List<String> texts =
        near.confirm() == null || near.lacksTexts() ? texts(near) : near.confirm().texts();
    boolean isText =
        near.source() instanceof NearSource.SetValues == false || near.confirm() != null;
    return isText && texts.isEmpty() == false ? new QueryWithTexts(query, texts) : query;
  }

  private Query create(NeighbourOptions near) {
    NearFieldType field =
        near.isMinHash()
            ? minHashField("field", near.field())
            : fields.require(SimHashFieldType.class, "simhash", "field", near.field());
    if (near.minMatchingBands() != null) {
      requireBands(near.minMatchingBands(), field);
    }
    // Fields that cannot be used are refused also where the query matches nothing anyway.
    Query second = near.minHash() == null ? null : minHash(near.minHash());
    ConfirmTexts confirm =
        near.confirm() == null
            ? null
            : new ConfirmTexts(
                fields.context(),
                near.confirm(),
                field.hasher().options(),
                "confirm.field",
                "confirm");
    if (near.source() instanceof NearSource.None none) {
      return nothing(near, none, near.isMinHash() ? "a signature" : "a fingerprint or a signature");
    }
    Optional<NearSource.Value> found =
        field instanceof SimHashFieldType simHash
            ? value(near, simHash)
            : signature(near.source(), (MinHashFieldType) field, "");
    if (found.isEmpty()) {
      return withoutValue(near);
    }
    NearValue value = found.get().near();
    NearRule rule = near.rule(value.signature().isPresent());
    warn(near, field, rule, found.get());
    Query byRule =
        new SimHashNearQuery(field.name(), value, rule, near.score(), SearchContexts::cancellation);
    Query query = second == null ? byRule : mixed(byRule, near.minHash(), second);
    if (confirm == null) {
      return query;
    }
    SignatureParameters parameters =
        value
            .signature()
            .map(Signature::parameters)
            .filter(of -> of.shingling().isPresent())
            .or(() -> field.hasher().minHasher().map(TextMinHasher::parameters))
            .filter(of -> of.shingling().isPresent())
            .orElse(SignatureParameters.DEFAULT);
    return confirm.confirmed(query, field, value, texts(near), parameters, texts);
  }

  private MinHashFieldType minHashField(String option, String name) {
    return fields.require(MinHashFieldType.class, "minhash", option, name);
  }

  /** Requires that the signatures of the field have the bands that must be shared. */
  private void requireBands(int bands, NearFieldType field) {
    int max = field.hasher().minHasher().orElseThrow().bands().bands();
    if (bands > max) {
      throw fields.refuse("[min_matching_bands] must be in [0, %s] but was [%s]", max, bands);
    }
  }

  /** The query whose text, set or document has no value here. */
  private Query withoutValue(NeighbourOptions near) {
    String reason =
        near.isMinHash()
            ? "the query has no signature"
            : near.rule(true) instanceof NearRule.Radius
                ? "[text] has no fingerprint, and signatures are not compared"
                : "[text] has neither a fingerprint nor a signature";
    // Of a stored signature the reason has been a warning already.
    return near.source() instanceof NearSource.Value
        ? new MatchNoDocsQuery(reason)
        : ComparabilityWarnings.nothing(fields.context(), near.name(), reason);
  }

  /** The texts of the query, which {@code confirm} uses where it has none. */
  private static List<String> texts(NearQuery query) {
    return switch (query.source()) {
      case NearSource.Text text -> List.of(text.text());
      case NearSource.SetValues values -> values.values();
      default -> List.of();
    };
  }

  /** The query where the coordinating node has found no value. */
  private Query nothing(NearQuery near, NearSource.None none, String value) {
    if (none.option().equals("like") == false) {
      return ComparabilityWarnings.nothing(
          fields.context(),
          near.name(),
          "[" + none.option() + "] has neither a fingerprint nor a signature");
    }
    fields.requireOutsideNested("like", near.field());
    String text = near.lacksTexts() ? " and a text to confirm with" : "";
    return new MatchNoDocsQuery("no document of [like] has " + value + text);
  }

  /** The fingerprint and signature to search around; empty if a text has neither. */
  private Optional<NearSource.Value> value(NeighbourOptions near, SimHashFieldType field) {
    if (near.source() instanceof NearSource.Text text) {
      if (field.takesText() == false) {
        throw fields.refuse(
            "[text] needs a field with an [analyzer] but [%s] takes fingerprints only",
            field.name());
      }
      return texts.fingerprint(field, text.text(), near.rule(true) instanceof NearRule.Similar);
    }
    return Optional.of((NearSource.Value) near.source());
  }

  /** Warns of documents that cannot be compared by the rule. */
  private void warn(
      NeighbourOptions near, NearFieldType field, NearRule rule, NearSource.Value value) {
    boolean hasDistances =
        rule instanceof NearRule.Radius
            || rule instanceof NearRule.Similar similar && similar.limitsDistance()
            || near.score() != DistanceScore.SIMILARITY;
    if (hasDistances && value.profile() != null) {
      ComparabilityWarnings.warnOfProfiles(fields.context(), field.name(), value.profile());
    }
    if (near.isMinHash()) {
      return;
    }
    if (rule instanceof NearRule.Radius) {
      if (value.near().fingerprint().isEmpty()) {
        HeaderWarning.addWarning(
            "[simhash_near] finds nothing: the query has no fingerprint, and signatures are not"
                + " compared. Set [min_similarity]");
      }
    } else if (value.near().signature().isPresent()) {
      ComparabilityWarnings.warnOfSignatures(
          fields.context(), field.name(), value.near().signature().get());
    } else {
      HeaderWarning.addWarning(
          "[simhash_near] [min_similarity] finds nothing: the query has no signature. Set"
              + " [max_distance] alone");
    }
  }

  /** The similarity of a second field: all documents are compared that the query finds. */
  private Query minHash(MinHashClause minHash) {
    MinHashFieldType field = minHashField("minhash.field", minHash.field());
    if (minHash.source() instanceof NearSource.None) {
      fields.requireOutsideNested("minhash.like", field.name());
    }
    return signature(minHash.source(), field, "minhash.")
        .<Query>map(
            value ->
                new SimHashNearQuery(
                    field.name(),
                    value.near(),
                    // Any similarity above 0, if there is no minimum.
                    new NearRule.Similar(
                        Math.max(minHash.minSimilarity(), Double.MIN_VALUE), 0, Fingerprint.BITS),
                    DistanceScore.SIMILARITY,
                    SearchContexts::cancellation))
        .orElseGet(() -> new MatchNoDocsQuery("[minhash] has no signature"));
  }

  /** Scores {@code mu · s + (1 - mu) · J}; J is 0 for a document without a signature. */
  private static Query mixed(Query near, MinHashClause minHash, Query second) {
    return new BooleanQuery.Builder()
        .add(new BoostQuery(near, (float) minHash.mu()), Occur.MUST)
        .add(
            new BoostQuery(second, (float) (1 - minHash.mu())),
            minHash.minSimilarity() > 0 ? Occur.MUST : Occur.SHOULD)
        .build();
  }

  private Query create(SharedPassagesOptions passages) {
    String prefix = passages.prefix();
    String reader = prefix.isEmpty() ? SharedPassagesOptions.NAME : "passages";
    PassagesFieldType field =
        SourceTexts.passages(fields, prefix, passages.field(), passages.rule().minLength(), reader);
    if (passages.source() instanceof NearSource.None none) {
      return nothing(passages, none, "a text");
    }
    return new SharedPassagesQuery(
        field.name(),
        field.winnowing(),
        texts.forPassages(texts(passages)),
        passages.rule(),
        SourceTexts.of(fields.context(), field),
        SearchContexts::cancellation);
  }

  /**
   * The signature of a set; empty where the set is.
   *
   * @param prefix precedes the names of the set's options in error sentences
   */
  private Optional<NearSource.Value> signature(
      NearSource source, MinHashFieldType field, String prefix) {
    Optional<Signature> made =
        switch (source) {
          case NearSource.SetValues values -> texts.signature(field, values.values());
          case NearSource.Text text -> {
            if (field.minHasher().shingles().isEmpty()) {
              throw fields.refuse(
                  "[%stext] needs a field with [shingle] but [%s] takes a set",
                  prefix, field.name());
            }
            yield texts.signature(field, List.of(text.text()));
          }
          case NearSource.Value stored ->
              stored.near().signature().filter(s -> isComparable(s, field, prefix + "like"));
          default -> Optional.empty();
        };
    return NearValue.of(OptionalLong.empty(), made).map(near -> new NearSource.Value(near, null));
  }

  /** Warns if it is not: the signature then counts as absent. */
  private static boolean isComparable(Signature signature, MinHashFieldType field, String option) {
    boolean comparable = field.minHasher().parameters().equals(signature.parameters());
    if (comparable == false) {
      HeaderWarning.addWarning(
          ComparabilityWarnings.ABSENT_SIGNATURE,
          option,
          "it is ["
              + signature.parameters()
              + "], and ["
              + field.name()
              + "] has signatures with other parameters");
    }
    return comparable;
  }
}
