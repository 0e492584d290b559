package io.simhash.elasticsearch.retriever;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NewTexts;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import java.io.IOException;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The options that decide which hits are folded. There are two rules, of which one may be absent:
 * the hit is a near-duplicate of a better one, or the better ones have most of its text.
 *
 * @param near which hits are near-duplicates; {@code null} where {@code field} is not set
 * @param minNew the smallest share of new text of a kept hit, in (0, 1]; 0 where it is not set
 * @param texts the field of the texts, and how they are compared, without minima; {@code null}
 *     where {@code min_new} is not set
 * @param same the fields in which a hit and one that it is compared with have equal values
 * @param ignoreUnmapped whether all hits are kept if no index of a hit has the field
 */
record CollapseOptions(
    NearOptions near,
    double minNew,
    ConfirmOptions texts,
    SameFields same,
    boolean ignoreUnmapped) {

  CollapseOptions {
    if (near != null) {
      near.requireOneField();
    }
    if (texts != null) {
      NewTexts.requireMinNew(minNew);
    }
  }

  /** Takes the options. */
  static CollapseOptions from(OptionMap options) {
    boolean ignoreUnmapped = options.bool("ignore_unmapped", false);
    boolean hasTexts = options.has("min_new");
    options.requireWith("text_field", "min_new");
    options.requireWith(Shingling.NAME, "min_new");
    options.requireWith(Folding.NAME, "min_new");
    options.requireWith("max_distance", "field");
    options.requireWith("min_similarity", "field");
    NearOptions near =
        hasTexts && options.has("field") == false
            ? null
            : NearOptions.of(options.needed("field"), options, ignoreUnmapped);
    return new CollapseOptions(
        near,
        options.number("min_new", 0),
        hasTexts ? texts(options) : null,
        SameFields.from(options),
        ignoreUnmapped);
  }

  private static ConfirmOptions texts(OptionMap options) {
    String field = options.needed("text_field");
    if (field.isEmpty()) {
      throw invalid("[text_field] must not be empty");
    }
    Shingling shingling = Shingling.readWithDefault(options, Shingling.AUTO_CHARACTERS);
    return new ConfirmOptions(field, new ConfirmRule(0, 0), shingling, Folding.read(options), null);
  }

  /** Writes the options into an object that is open. */
  void toXContent(XContentBuilder builder) throws IOException {
    if (near == null) {
      builder.field("ignore_unmapped", ignoreUnmapped);
    } else {
      near.toXContent(builder);
    }
    same.toXContent(builder);
    if (texts != null) {
      builder.field("min_new", minNew).field("text_field", texts.field());
      builder.field(Shingling.NAME, texts.shingling().json());
      builder.field(Folding.NAME, texts.folding().json());
    }
  }
}
