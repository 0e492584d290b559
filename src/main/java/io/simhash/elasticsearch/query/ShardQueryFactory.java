package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.mapper.MinHashFieldMapper.MinHashFieldType;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.mapper.PassagesFieldMapper.PassagesFieldType;
import io.simhash.elasticsearch.mapper.SimHashFieldType;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.query.NearQuery.MinHashNear;
import io.simhash.elasticsearch.query.NearQuery.SharedPassages;
import io.simhash.elasticsearch.query.NearQuery.SimHashNear;
import io.simhash.lucene.search.QueryWithTexts;
import io.simhash.lucene.search.SharedPassagesQuery;
import io.simhash.lucene.search.SimHashNearQuery;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.query.SearchExecutionContext;

/** Makes the Lucene query of a resolved {@link NearQuery} by the mapping of one index. */
final class ShardQueryFactory {

  private static final String PLACES =
      "can be used in a search but not in the filter of an alias, in the query of a role or in a"
          + " stored query: use ";
  private static final String UNRESOLVED_SIMHASH =
      "[simhash_near] [like] and [document] " + PLACES + "[fingerprint] there";
  private static final String UNRESOLVED_MINHASH =
      "[minhash_near] [like] " + PLACES + "[values] or [text] there";
  private static final String UNRESOLVED_PASSAGES =
      "[shared_passages] [like] " + PLACES + "[text] there";

  private final IndexFields fields;
  private final ShardTexts texts;

  ShardQueryFactory(SearchExecutionContext context) {
    this.fields = new IndexFields(context);
    this.texts = new ShardTexts(context);
  }

  /** The reason why a query with {@code ignore_unmapped} matches nothing in an index. */
  static String unmapped(NearQuery query) {
    return "a field of [" + query.name() + "] is not mapped here";
  }

  /** The sentence about a query that is not resolved where none can be resolved. */
  static String unresolved(NearQuery query) {
    return switch (query) {
      case SimHashNear near -> UNRESOLVED_SIMHASH;
      case MinHashNear near -> UNRESOLVED_MINHASH;
      case SharedPassages passages -> UNRESOLVED_PASSAGES;
    };
  }

  Query create(NearQuery query) {
    if (query.isResolved() == false) {
      throw fields.refuse(unresolved(query));
    }
    ExpensiveQueries.requireAllowed(query, fields);
    if (ignores(query)) {
      return new MatchNoDocsQuery(unmapped(query));
    }
    return switch (query) {
      case SimHashNear near -> withTexts(near, create(near));
      case MinHashNear near -> withTexts(near, create(near));
      case SharedPassages passages -> create(passages);
    };
  }

  /** The query with its texts, by which hits can be highlighted. */
  private static Query withTexts(NearQuery near, Query query) {
    List<String> texts =
        near.confirm() == null || near.lacksTexts() ? texts(near) : near.confirm().texts();
    boolean isText =
        near.source() instanceof NearSource.SetValues == false || near.confirm() != null;
    return isText && texts.isEmpty() == false ? new QueryWithTexts(query, texts) : query;
  }

  private boolean ignores(NearQuery query) {
    return query.ignoreUnmapped() && query.fields().stream().allMatch(fields::has) == false;
  }

  private Query create(SimHashNear near) {
    SimHashFieldType field =
        fields.require(SimHashFieldType.class, "simhash", "field", near.field());
    Optional<Query> minHash = Optional.ofNullable(near.minHash()).map(this::minHash);
    Optional<ConfirmTexts> confirm = confirm(near, field);
    if (near.source() instanceof NearSource.None none) {
      return nothing(near, none, "a fingerprint or a signature");
    }
    Optional<NearSource.Value> found = value(near, field);
    if (found.isEmpty()) {
      return MixedIndex.nothing(
          fields.context(),
          near,
          near.rule().usesSignatures()
              ? "[text] has neither a fingerprint nor a signature"
              : "[text] has no fingerprint, and signatures are not compared");
    }
    NearSource.Value value = found.get();
    warn(near, field, value);
    Query byRule =
        new SimHashNearQuery(
            field.name(), value.near(), near.rule(), near.score(), SearchContexts::cancellation);
    Query query = minHash.map(second -> mixed(byRule, near.minHash(), second)).orElse(byRule);
    Shingling shingling =
        value
            .near()
            .signature()
            .flatMap(signature -> signature.parameters().shingling())
            .or(() -> field.signatures().flatMap(made -> made.parameters().shingling()))
            .orElse(Shingling.AUTO_CHARACTERS);
    return confirm.map(c -> c.confirmed(query, texts(near), shingling, texts)).orElse(query);
  }

  /** Refuses a field that cannot be used, also where the query matches nothing anyway. */
  private Optional<ConfirmTexts> confirm(NearQuery near, NearFieldType field) {
    return Optional.ofNullable(near.confirm())
        .map(c -> new ConfirmTexts(fields.context(), c.ofField(field.counted().boilerplate())));
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
      return MixedIndex.nothing(
          fields.context(),
          near,
          "[" + none.option() + "] has neither a fingerprint nor a signature");
    }
    fields.requireOutsideNested("like", near.field());
    String text = near.lacksTexts() ? " and a text to confirm with" : "";
    return new MatchNoDocsQuery("no document of [like] has " + value + text);
  }

  /** The fingerprint and signature to search around; empty if a text has neither. */
  private Optional<NearSource.Value> value(SimHashNear near, SimHashFieldType field) {
    if (near.source() instanceof NearSource.Value value) {
      return Optional.of(value);
    }
    if (field.takesText() == false) {
      throw fields.refuse(
          "[text] needs a field with an [analyzer] but [%s] takes fingerprints only", field.name());
    }
    String text = ((NearSource.Text) near.source()).text();
    return texts.fingerprint(field, text, near.rule().usesSignatures());
  }

  private void warn(SimHashNear near, SimHashFieldType field, NearSource.Value value) {
    if (value.profile() != null) {
      MixedIndex.warnOfProfiles(fields.context(), field.name(), value.profile());
    }
    if (near.rule().usesSignatures()) {
      Optional<Signature> signature = value.near().signature();
      if (signature.isPresent()) {
        MixedIndex.warnOfSignatures(fields.context(), field.name(), signature.get());
      } else if (near.options().minSimilarity() != null) {
        MixedIndex.warnOfNoSignature();
      }
    }
  }

  /** The similarity of a second field: all documents are compared that the query finds. */
  private Query minHash(MinHashClause minHash) {
    MinHashFieldType field =
        fields.require(MinHashFieldType.class, "minhash", "minhash.field", minHash.field());
    if (minHash.source() instanceof NearSource.None) {
      fields.requireOutsideNested("minhash.like", field.name());
    }
    Optional<Signature> signature = signature(minHash.source(), field, "minhash.");
    return signature.isEmpty()
        ? new MatchNoDocsQuery("[minhash] has no signature")
        : near(field, signature.get(), NearRule.ofSimilarity(minHash.minSimilarity(), 0));
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

  private Query create(MinHashNear near) {
    MinHashFieldType field =
        fields.require(MinHashFieldType.class, "minhash", "field", near.field());
    requireBands(near, field);
    Optional<ConfirmTexts> confirm = confirm(near, field);
    if (near.source() instanceof NearSource.None none) {
      return nothing(near, none, "a signature");
    }
    Optional<Signature> signature = signature(near.source(), field, "");
    if (signature.isEmpty()) {
      String reason = "the query has no signature";
      return near.source() instanceof NearSource.Value
          ? new MatchNoDocsQuery(reason)
          : MixedIndex.nothing(fields.context(), near, reason);
    }
    Query query = near(field, signature.get(), near.rule());
    Shingling shingling =
        field.minHasher().parameters().shingling().orElse(Shingling.AUTO_CHARACTERS);
    return confirm.map(c -> c.confirmed(query, texts(near), shingling, texts)).orElse(query);
  }

  private Query create(SharedPassages passages) {
    PassagesFieldType field =
        fields.require(PassagesFieldType.class, "passages", "field", passages.field());
    ConfirmTexts.requireSource(fields, field.name(), SharedPassages.NAME);
    try {
      field.winnowing().requireLength("min_length", passages.rule().minLength());
    } catch (IllegalArgumentException e) {
      throw fields.refuse("%s", e.getMessage());
    }
    if (passages.source() instanceof NearSource.None none) {
      return nothing(passages, none, "a text");
    }
    return new SharedPassagesQuery(
        field.name(),
        field.winnowing(),
        texts.forPassages(texts(passages).stream().map(passages.boilerplate()::of).toList()),
        passages.rule(),
        ConfirmTexts.source(fields.context(), field),
        SearchContexts::cancellation);
  }

  /** The documents of a field whose signatures are near by a rule. */
  private static Query near(MinHashFieldType field, Signature signature, NearRule rule) {
    NearValue value = new NearValue(OptionalLong.empty(), Optional.of(signature));
    return new SimHashNearQuery(
        field.name(), value, rule, DistanceScore.SIMILARITY, SearchContexts::cancellation);
  }

  /** Requires that the signatures of the field have the bands that must be shared. */
  private void requireBands(MinHashNear near, MinHashFieldType field) {
    int max = field.minHasher().bands().indexed();
    if (near.minMatchingBands() != null && near.minMatchingBands() > max) {
      throw fields.refuse(
          "[min_matching_bands] must be in [0, %s] but was [%s]", max, near.minMatchingBands());
    }
  }

  /**
   * The signature of a set; empty where the set is.
   *
   * @param prefix precedes the names of the set's options in error sentences
   */
  private Optional<Signature> signature(NearSource source, MinHashFieldType field, String prefix) {
    return switch (source) {
      case NearSource.SetValues values -> texts.signature(field, values.values());
      case NearSource.Text text -> {
        if (field.minHasher().shingles().isEmpty()) {
          throw fields.refuse(
              "[%stext] needs a field with [shingle] but [%s] takes a set", prefix, field.name());
        }
        yield texts.signature(field, List.of(text.text()));
      }
      case NearSource.Value stored ->
          stored.near().signature().filter(s -> isComparable(s, field, prefix + "like"));
      default -> Optional.empty();
    };
  }

  /** Warns if it is not: the signature then counts as absent. */
  private static boolean isComparable(Signature signature, MinHashFieldType field, String option) {
    boolean comparable = field.minHasher().parameters().equals(signature.parameters());
    if (comparable == false) {
      MixedIndex.warnOfLike(
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
