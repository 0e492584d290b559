package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.mapper.SubKeywordFieldType;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.lucene.search.ConfirmedQuery;
import io.simhash.lucene.search.TextSource;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.index.mapper.StringFieldType;
import org.elasticsearch.index.mapper.TextFieldMapper.TextFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The texts of an index's documents that {@code confirm} compares. They come from {@code _source},
 * stored or synthetic, as far as the searcher may see them.
 */
public final class ConfirmTexts {

  private final SearchExecutionContext context;
  private final ConfirmOptions confirm;
  private final TextOptions options;
  private final StringFieldType field;
  private final TextSource source;

  /**
   * Refuses a field that cannot be used.
   *
   * @param options what of a text counts in the field that is searched
   * @param name the option that names the field of the texts
   * @param reader the option that reads them
   */
  public ConfirmTexts(
      SearchExecutionContext context,
      ConfirmOptions confirm,
      TextOptions options,
      String name,
      String reader) {
    this.context = context;
    this.confirm = confirm;
    this.options = options;
    this.field = requireField(new IndexFields(context), confirm.field(), name, reader);
    this.source = SourceTexts.of(context, field);
  }

  /** A field that takes no text has no folding: its signatures tell how texts were folded. */
  private TextShingles shingles(SignatureParameters signature) {
    Folding ofField = options.folding().isNone() ? signature.folding() : options.folding();
    Folding folding = Objects.requireNonNullElse(confirm.folding(), ofField);
    return new TextShingles(
        new TextOptions(folding, options.boilerplate()),
        confirm.shingling() == null
            ? signature.shingling().orElse(Shingling.AUTO_CHARACTERS)
            : confirm.shingling(),
        field.getTextSearchInfo().searchAnalyzer());
  }

  /**
   * Reads the shingles of documents of one segment, in ascending order.
   *
   * @param signature the parameters of the signatures
   * @param read gets the texts of each document that has shingles
   */
  public CheckedIntFunction<HashedSet, IOException> open(
      LeafReaderContext segment, SignatureParameters signature, Consumer<List<String>> read)
      throws IOException {
    TextShingles shingles = shingles(signature);
    TextSource.SegmentTexts texts = source.open(segment);
    return doc -> {
      List<String> values = texts.read(doc);
      HashedSet set = shingles.ofDocument(values);
      if (set.isEmpty() == false) {
        read.accept(values);
      }
      return set;
    };
  }

  /**
   * The documents of a query for the neighbours of a value that are confirmed, by the query's
   * {@code texts} where {@code confirm} has none.
   */
  Query confirmed(
      Query near,
      NearFieldType searched,
      NearValue value,
      List<String> texts,
      SignatureParameters signature,
      ShardTexts shard) {
    TextShingles shingles = shingles(signature);
    HashedSet query = shard.shingles(shingles, confirm.texts() == null ? texts : confirm.texts());
    return query.isEmpty()
        ? new MatchNoDocsQuery("the text to confirm with has no shingles")
        : new ConfirmedQuery(
            near,
            new ConfirmedQuery.Confirmation(
                field.name(),
                shingles,
                query,
                confirm.rule(),
                value
                    .signature()
                    .map(s -> new ConfirmedQuery.Estimates(searched.name(), s, sureEstimate(s)))
                    .filter(e -> e.sure() <= 1 && isOfTexts(searched.name()))
                    .filter(e -> isOf(e.signature(), shingles, query))),
            source);
  }

  /**
   * Whether the signatures of a field were certainly made of the texts: it is a sub-field of their
   * field. A list of boilerplate may have been changed since; a pipeline may read other fields.
   */
  private boolean isOfTexts(String searched) {
    return field instanceof TextFieldType
        && options.boilerplate().isEmpty()
        && context.sourcePath(searched).equals(Set.of(field.name()));
  }

  /**
   * Whether signatures of a field with these parameters were certainly made of the texts, in the
   * way in which texts are compared.
   */
  public boolean made(String searched, SignatureParameters signature) {
    return isOfTexts(searched)
        && parameters(shingles(signature), signature.bands()).equals(Optional.of(signature));
  }

  /** Whether a reader hides the texts, or has none. */
  public boolean areAbsent(LeafReader reader) {
    return reader.getFieldInfos().fieldInfo(field.name()) == null;
  }

  private double sureEstimate(Signature signature) {
    return confirm.rule().sureEstimate(signature.parameters().bands().hashes());
  }

  private static boolean isOf(Signature signature, TextShingles shingles, HashedSet set) {
    return parameters(shingles, signature.parameters().bands())
        .flatMap(parameters -> parameters.ofElements(set.toArray()))
        .equals(Optional.of(signature));
  }

  /**
   * The parameters of signatures of these shingles; empty for tokens, whose analyzers may differ
   * also where they make the same tokens of one text.
   */
  private static Optional<SignatureParameters> parameters(TextShingles shingles, Bands bands) {
    return Optional.of(shingles)
        .filter(of -> of.shingling().unit() == Shingling.Unit.CHARACTER)
        .map(of -> new TextMinHasher(bands, Optional.of(of)).parameters());
  }

  /** Requires a text field that {@code _source} keeps. */
  private static StringFieldType requireField(
      IndexFields fields, String field, String name, String reader) {
    StringFieldType type = fields.require(StringFieldType.class, "text", name, field);
    if (fields.context().isMetadataField(type.name())) {
      throw fields.refuse(
          "[%s] must be a field of texts but [%s] is a metadata field", name, type.name());
    }
    if (type instanceof SubKeywordFieldType) {
      throw fields.refuse(
          "[%s] must be a field of texts but [%s] is a part of the fingerprints in [%s]",
          name, type.name(), type.name().substring(0, type.name().lastIndexOf('.')));
    }
    SourceTexts.require(fields, type.name(), reader);
    return type;
  }
}
