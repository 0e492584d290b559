package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.lucene.search.MatchingBands;
import io.simhash.lucene.search.MinHashNearQuery;
import io.simhash.lucene.search.SignatureCheck;
import io.simhash.lucene.search.SimHashNearQuery;
import io.simhash.lucene.text.TextMinHasher;
import java.util.List;
import java.util.Optional;
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

  private final IndexFields fields;
  private final ShardTexts texts;
  private final ConfirmedQueryFactory confirmed;

  ShardQueryFactory(SearchExecutionContext context, QueryTexts texts) {
    this.fields = new IndexFields(context);
    this.texts = texts.of(context);
    this.confirmed = new ConfirmedQueryFactory(fields, this.texts);
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
    };
  }

  Query create(NearQuery query) {
    ExpensiveQueries.requireAllowed(query, fields);
    requireLength(query);
    return switch (query) {
      case SimHashNear near ->
          switch (near.source()) {
            case FingerprintSource.Resolved source ->
                ignores(near) ? new MatchNoDocsQuery(unmapped(near)) : create(near, source);
            case FingerprintSource.Unresolved source -> throw fields.refuse(unresolved(near));
          };
      case MinHashNear near ->
          switch (near.set()) {
            case SetSource.Resolved set ->
                ignores(near) ? new MatchNoDocsQuery(unmapped(near)) : create(near, set);
            case SetSource.Like like -> throw fields.refuse(unresolved(near));
          };
    };
  }

  /** The node that received the request has checked the same, unless it was not a search. */
  private void requireLength(NearQuery query) {
    long characters = texts.add(query);
    if (characters > TextLimit.MAX_CHARACTERS) {
      throw fields.refuse(
          "the near queries of one request must carry at most [%s] characters of text but carried"
              + " at least [%s]",
          TextLimit.MAX_CHARACTERS, characters);
    }
  }

  private boolean ignores(NearQuery query) {
    return query.ignoreUnmapped() && query.fields().stream().allMatch(fields::has) == false;
  }

  private Query create(SimHashNear near, FingerprintSource.Resolved source) {
    SimHashFieldType field =
        fields.require(SimHashFieldType.class, "simhash", "field", near.field());
    Optional<SignatureCheck> minHash = Optional.ofNullable(near.minHash()).map(this::check);
    confirmed.require(near.confirm());
    if (source instanceof FingerprintSource.None none) {
      return nothing(near, none);
    }
    Optional<FingerprintSource.Value> value = value(near, source, field);
    if (value.isEmpty()) {
      return new MatchNoDocsQuery("[text] has no fingerprint");
    }
    Optional<Signature> signature = Optional.ofNullable(value.get().signature());
    warn(near, field, value.get());
    Query query =
        new SimHashNearQuery(
                field.name(),
                value.get().fingerprint(),
                signature,
                near.rule(),
                near.score(),
                minHash)
            .with(SearchCancellation.INSTANCE);
    List<String> texts =
        source instanceof FingerprintSource.Text text ? List.of(text.text()) : List.of();
    Shingling shingling =
        signature
            .flatMap(Signature::shingling)
            .or(() -> field.signatures().flatMap(TextMinHasher::shingling))
            .orElse(Shingling.AUTO_CHARACTERS);
    return confirmed.create(query, near.confirm(), texts, shingling);
  }

  private Query nothing(SimHashNear near, FingerprintSource.None none) {
    if (none.option().equals("like")) {
      fields.requireOutsideNested("like", near.field());
      return noneOfLike("a fingerprint", near.confirm());
    }
    return new MatchNoDocsQuery("[" + none.option() + "] has no fingerprint");
  }

  private static Query noneOfLike(String value, ConfirmClause confirm) {
    String text = confirm != null && confirm.texts() == null ? " and a text to confirm with" : "";
    return new MatchNoDocsQuery("no document of [like] has " + value + text);
  }

  /** The fingerprint and signature to search around; empty if a text has no fingerprint. */
  private Optional<FingerprintSource.Value> value(
      SimHashNear near, FingerprintSource.Resolved source, SimHashFieldType field) {
    return switch (source) {
      case FingerprintSource.Value value -> Optional.of(value);
      case FingerprintSource.None none -> Optional.empty();
      case FingerprintSource.Text text -> {
        if (field.takesText() == false) {
          throw fields.refuse(
              "[text] needs a field with an [analyzer] but [%s] takes fingerprints only",
              field.name());
        }
        Optional<String> option = near.optionThatNeedsSignature();
        if (option.isPresent() && field.signatures().isEmpty()) {
          throw fields.refuse("%s needs a field with [signature] [true]", option.get());
        }
        yield texts.fingerprint(field, text.text(), near.usesSignatures());
      }
    };
  }

  private void warn(SimHashNear near, SimHashFieldType field, FingerprintSource.Value value) {
    if (value.profile() != null) {
      MixedIndex.warnOfProfiles(fields.context(), field.name(), value.profile());
    }
    if (value.signature() != null && near.usesSignatures()) {
      MixedIndex.warnOfSignatures(fields.context(), field.name(), value.signature());
    }
    if (value.signature() == null && near.minSimilarity() != null) {
      MixedIndex.warnOfNoSignature();
    }
  }

  private SignatureCheck check(MinHashClause minHash) {
    MinHashFieldType field =
        fields.require(MinHashFieldType.class, "minhash", "minhash.field", minHash.field());
    if (minHash.set().equals(SetSource.Stored.NONE)) {
      fields.requireOutsideNested("minhash.like", field.name());
    }
    Optional<SetSignature> signature =
        switch (minHash.set()) {
          case SetSource.Resolved set -> SetSignature.of(set, field, fields, texts, "minhash.");
          case SetSource.Like like -> throw fields.refuse(UNRESOLVED_SIMHASH);
        };
    return new SignatureCheck(
        field.name(),
        signature.map(SetSignature::signature),
        minHash.minSimilarity(),
        minHash.mu());
  }

  private Query create(MinHashNear near, SetSource.Resolved set) {
    MinHashFieldType field =
        fields.require(MinHashFieldType.class, "minhash", "field", near.field());
    int minBands = minMatchingBands(near.minMatchingBands(), field);
    confirmed.require(near.confirm());
    if (set.equals(SetSource.Stored.NONE)) {
      fields.requireOutsideNested("like", near.field());
      return noneOfLike("a signature", near.confirm());
    }
    Optional<SetSignature> signature = SetSignature.of(set, field, fields, texts, "");
    if (signature.isEmpty()) {
      return new MatchNoDocsQuery("the query has no signature");
    }
    Query query =
        new MinHashNearQuery(
                field.name(),
                signature.get().signature(),
                near.minSimilarity(),
                minBands == 0 ? null : new MatchingBands(bands(signature.get(), field), minBands))
            .with(SearchCancellation.INSTANCE);
    List<String> texts = set instanceof SetSource.Text text ? List.of(text.text()) : List.of();
    Shingling shingling = field.minHasher().shingling().orElse(Shingling.AUTO_CHARACTERS);
    return confirmed.create(query, near.confirm(), texts, shingling);
  }

  /** How many bands a candidate must share; 0 to compare all documents. */
  private int minMatchingBands(Integer typed, MinHashFieldType field) {
    if (typed == null) {
      return field.bands().isPresent() ? 1 : 0;
    }
    if (typed > 0 && field.bands().isEmpty()) {
      throw fields.refuse(
          "[min_matching_bands] needs a field with [bands] but [%s] has none", field.name());
    }
    int max = field.bands().isPresent() ? field.bands().get().bands() : 0;
    if (typed > max) {
      throw fields.refuse("[min_matching_bands] must be in [0, %s] but was [%s]", max, typed);
    }
    return typed;
  }

  private List<String> bands(SetSignature signature, MinHashFieldType field) {
    int count = field.bands().orElseThrow().bands();
    if (signature.bands().size() != count) {
      throw fields.refuse(
          "[like] needs a document with [%s] bands, as [%s] has, but [%s] could be read: they"
              + " are cut from its [_source]; with [min_matching_bands] [0] none are needed",
          count, field.name(), signature.bands().size());
    }
    return signature.bands();
  }
}
