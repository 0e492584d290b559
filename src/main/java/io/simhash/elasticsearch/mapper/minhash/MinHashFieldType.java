package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.shingle.Counted;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.mapper.SubKeywordFieldType;
import io.simhash.elasticsearch.mapper.SubValueFieldType;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.text.TextMinHasher;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The field type {@code minhash} at search time. The search option {@code fields} gives the values
 * of a document's set, and its signature in the sub-field {@code signature}.
 */
public final class MinHashFieldType extends NearFieldType {

  /** The name that users type. */
  public static final String NAME = "minhash";

  private final TextMinHasher minHasher;

  MinHashFieldType(String name, Map<String, String> meta, TextMinHasher minHasher) {
    super(name, meta);
    this.minHasher = minHasher;
  }

  @Override
  protected List<MappedFieldType> subFields() {
    String parameters = name() + "." + SimHashFields.PARAMETERS;
    return List.of(
        SubValueFieldType.signature(this),
        new SubKeywordFieldType(parameters, parameters, NearFieldType::docValues));
  }

  /** Makes the signatures of this field. */
  public TextMinHasher minHasher() {
    return minHasher;
  }

  @Override
  public Counted counted() {
    return minHasher.counted();
  }

  @Override
  public String typeName() {
    return NAME;
  }

  /** False: queries for a value do not work on signatures. */
  @Override
  public boolean isSearchable() {
    return false;
  }

  @Override
  public boolean isAggregatable() {
    return false;
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
    throw invalid(
        "[%s] of type [minhash] holds signatures: it cannot be sorted or aggregated on, nor read in"
            + " a script",
        name());
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    return SourceValueFetcher.toString(name(), context, format);
  }

  @Override
  public Query existsQuery(SearchExecutionContext context) {
    return new FieldExistsQuery(SimHashFields.signatureField(name()));
  }

  @Override
  public boolean fieldHasValue(FieldInfos fields) {
    return fields.fieldInfo(SimHashFields.signatureField(name())) != null;
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid(
        "[%s] of type [minhash] holds signatures: use [minhash_near], or [minhash] of"
            + " [simhash_near], to compare them",
        name());
  }
}
