package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.elasticsearch.mapper.simhash.FingerprintValue.EFFECTIVE_FEATURES;
import static io.simhash.elasticsearch.mapper.simhash.FingerprintValue.FEATURES;
import static io.simhash.elasticsearch.mapper.simhash.FingerprintValue.PROFILE;
import static io.simhash.elasticsearch.mapper.simhash.FingerprintValue.SIGNATURE_PARAMETERS;

import io.simhash.core.block.Blocks;
import io.simhash.elasticsearch.compat.KeywordBlockLoaders;
import io.simhash.lucene.document.SimHashFields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.fielddata.FieldData;
import org.elasticsearch.index.fielddata.plain.SortedSetOrdinalsIndexFieldData;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;
import org.elasticsearch.script.field.KeywordDocValuesField;
import org.elasticsearch.search.aggregations.support.CoreValuesSourceType;

/**
 * The sub-fields of a {@code simhash} field: {@code block_0} to {@code block_3}, {@code profile},
 * {@code features}, {@code effective_features}, {@code signature} and {@code signature_parameters}.
 */
final class SubFields {

  private SubFields() {}

  static List<Mapper> mappers(SimHashFieldType parent) {
    return types(parent).stream()
        .<Mapper>map(type -> new SubFieldMapper(type, parent.name()))
        .toList();
  }

  static List<MappedFieldType> types(SimHashFieldType parent) {
    List<MappedFieldType> types = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      types.add(block(parent, block));
    }
    types.add(stored(parent, PROFILE, FingerprintValue::profile));
    types.add(
        new SubNumberFieldType(parent, FEATURES, NumberType.INTEGER, FingerprintValue::features));
    types.add(
        new SubNumberFieldType(
            parent, EFFECTIVE_FEATURES, NumberType.DOUBLE, FingerprintValue::effectiveFeatures));
    types.add(new SubSignatureFieldType(parent));
    types.add(stored(parent, SIGNATURE_PARAMETERS, FingerprintValue::signatureParameters));
    return types;
  }

  /** A block is computed from the fingerprint's doc value, it has none of its own. */
  private static MappedFieldType block(SimHashFieldType parent, int block) {
    String name = SimHashFields.blockField(parent.name(), block);
    LongFunction<String> term = fingerprint -> Blocks.term(Blocks.value(fingerprint, block));
    return new SubKeywordFieldType(
        name,
        parent,
        parent.name(),
        (cache, breaker) -> new FingerprintFieldData(name, parent.name(), term),
        context ->
            KeywordBlockLoaders.computed(
                parent.name(), fingerprint -> new BytesRef(term.apply(fingerprint))),
        value -> value.fingerprint() == null ? null : term.apply(value.fingerprint()));
  }

  /** A keyword with a doc value of its own. */
  private static MappedFieldType stored(
      SimHashFieldType parent, String leafName, Function<FingerprintValue, Object> part) {
    String name = parent.name() + "." + leafName;
    return new SubKeywordFieldType(
        name,
        parent,
        name,
        new SortedSetOrdinalsIndexFieldData.Builder(
            name,
            CoreValuesSourceType.KEYWORD,
            (values, field) -> new KeywordDocValuesField(FieldData.toString(values), field)),
        context -> KeywordBlockLoaders.stored(name, context),
        part);
  }
}
