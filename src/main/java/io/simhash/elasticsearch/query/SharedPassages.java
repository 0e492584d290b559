package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.PassageRule;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.lucene.search.SharedPassagesQuery;
import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The query {@code shared_passages}: the documents that share a passage with a text: {@code
 * {"shared_passages": {"field": "content.passages", "text": "…", "min_length": 150}}}. The score is
 * the share of the text that is covered.
 *
 * @param field a field of type {@code passages}
 * @param source where the text comes from: {@code text} or {@code like}
 * @param rule which documents match; {@code null} for none, where a highlighter needs the texts
 * @param ignoreUnmapped whether an index without the field has no match instead of an error
 * @see SharedPassagesQuery
 */
record SharedPassages(String field, NearSource source, PassageRule rule, boolean ignoreUnmapped)
    implements NearQuery {

  static final String NAME = "shared_passages";

  SharedPassages {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[field] must not be empty");
    }
    Objects.requireNonNull(source);
  }

  /** Internal: the texts of stored documents, for a highlighter. */
  static SharedPassages textsOf(String field, OptionMap options) {
    return new SharedPassages(field, NearSource.like(options), null, false);
  }

  /** Takes the query's options out of a request. */
  static SharedPassages from(OptionMap options) {
    options.requireWith("include", "like");
    options.requireWith("of", "min_containment");
    return new SharedPassages(
        options.needed("field"),
        NearSource.ofText(options),
        new PassageRule(
            options.integer("min_length", PassageRule.DEFAULT_MIN_LENGTH),
            options.number("min_containment", 0),
            options.constant("of", PassageRule.Share.QUERY),
            options.integer("max_doc_freq", PassageRule.DEFAULT_MAX_DOC_FREQ)),
        options.bool("ignore_unmapped", false));
  }

  @Override
  public void toXContent(XContentBuilder builder) throws IOException {
    builder.field("field", field);
    source.toXContent(builder);
    if (rule == null) {
      return;
    }
    builder.field("min_length", rule.minLength());
    builder.field("min_containment", rule.minContainment()).field("of", rule.of().toString());
    builder.field("max_doc_freq", rule.maxDocFreq()).field("ignore_unmapped", ignoreUnmapped);
  }

  static SharedPassages read(StreamInput in) throws IOException {
    return new SharedPassages(
        in.readString(),
        NearSource.read(in),
        in.readBoolean()
            ? new PassageRule(
                in.readVInt(), in.readDouble(), in.readEnum(PassageRule.Share.class), in.readVInt())
            : null,
        in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(field);
    source.writeTo(out);
    out.writeBoolean(rule != null);
    if (rule != null) {
      out.writeVInt(rule.minLength());
      out.writeDouble(rule.minContainment());
      out.writeEnum(rule.of());
      out.writeVInt(rule.maxDocFreq());
    }
    out.writeBoolean(ignoreUnmapped);
  }

  @Override
  public SharedPassages with(NearSource other, ConfirmOptions confirm) {
    return new SharedPassages(field, other, rule, ignoreUnmapped);
  }

  @Override
  public MinHashClause minHash() {
    return null;
  }

  /** None: the query itself compares texts. */
  @Override
  public ConfirmOptions confirm() {
    return null;
  }

  @Override
  public String name() {
    return NAME;
  }
}
