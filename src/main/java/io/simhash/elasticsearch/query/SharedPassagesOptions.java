package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.PassageRule;
import io.simhash.core.text.Boilerplate;
import io.simhash.elasticsearch.option.ConfirmOptions;
import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The query {@code shared_passages}: the documents that share a passage with a text: {@code
 * {"shared_passages": {"field": "content.passages", "text": "…", "min_length": 150}}}. The score is
 * the share of the text that is covered.
 *
 * @param prefix precedes the names of options in error sentences: where the query is an option of a
 *     processor, its name and a dot
 * @see io.simhash.lucene.search.SharedPassagesQuery
 */
record SharedPassagesOptions(
    String prefix, String field, NearSource source, PassageRule rule, boolean ignoreUnmapped)
    implements NearQuery {

  static final String NAME = "shared_passages";

  public SharedPassagesOptions {
    if (field.isEmpty()) {
      throw new IllegalArgumentException("[field] must not be empty");
    }
  }

  static SharedPassagesOptions from(OptionMap options) {
    options.requireWith("include", "like");
    options.requireWith("of", "min_containment");
    Boilerplate.refuse(options);
    return new SharedPassagesOptions(
        "",
        options.needed("field"),
        NearSource.ofText(options),
        PassageRule.from(options),
        options.bool("ignore_unmapped", false));
  }

  @Override
  public void toXContent(XContentBuilder builder) throws IOException {
    builder.field("field", field);
    source.toXContent(builder);
    builder.field("min_length", rule.minLength());
    builder.field("min_containment", rule.minContainment()).field("of", rule.of().toString());
    builder.field("max_doc_freq", rule.maxDocFreq()).field("ignore_unmapped", ignoreUnmapped);
  }

  static SharedPassagesOptions read(StreamInput in) throws IOException {
    return new SharedPassagesOptions(
        in.readString(),
        in.readString(),
        NearSource.read(in),
        new PassageRule(
            in.readVInt(), in.readDouble(), in.readEnum(PassageRule.Share.class), in.readVInt()),
        in.readBoolean());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(prefix);
    out.writeString(field);
    source.writeTo(out);
    out.writeVInt(rule.minLength());
    out.writeDouble(rule.minContainment());
    out.writeEnum(rule.of());
    out.writeVInt(rule.maxDocFreq());
    out.writeBoolean(ignoreUnmapped);
  }

  @Override
  public SharedPassagesOptions with(NearSource other, ConfirmOptions confirm) {
    return new SharedPassagesOptions(prefix, field, other, rule, ignoreUnmapped);
  }

  @Override
  public String name() {
    return NAME;
  }
}
