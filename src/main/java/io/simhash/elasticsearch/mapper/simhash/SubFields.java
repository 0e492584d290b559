package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.elasticsearch.mapper.simhash.FingerprintValue.EFFECTIVE_FEATURES;
import static io.simhash.elasticsearch.mapper.simhash.FingerprintValue.FEATURES;
import static io.simhash.elasticsearch.mapper.simhash.FingerprintValue.PROFILE;

import io.simhash.core.block.Blocks;
import io.simhash.elasticsearch.compat.KeywordBlockLoaders;
import io.simhash.elasticsearch.mapper.SubKeywordFieldType;
import io.simhash.elasticsearch.mapper.SubValueFieldType;
import io.simhash.lucene.document.SimHashFields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;

/**
 * The sub-fields of a {@code simhash} field: {@code block_0} to {@code block_3}, {@code profile},
 * {@code features}, {@code effective_features}, {@code signature} and {@code signature_parameters}.
 */
final class SubFields {

  private SubFields() {}

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
    types.add(
        parent.isNested()
            ? new SubValueFieldType(
                parent,
                FingerprintValue.SIGNATURE,
                (type, context) -> parent.fetcher(type, context, FingerprintValue::base64Signature))
            : SubValueFieldType.signature(parent));
    types.add(stored(parent, SimHashFields.PARAMETERS, FingerprintValue::signatureParameters));
    return types;
  }

  /** A block is computed from the fingerprint's doc value, it has none of its own. */
  private static MappedFieldType block(SimHashFieldType parent, int block) {
    String name = SimHashFields.blockField(parent.name(), block);
    LongFunction<String> term = fingerprint -> Blocks.term(Blocks.value(fingerprint, block));
    return new SubKeywordFieldType(
        name,
        parent.name(),
        (cache, breaker) -> new FingerprintFieldData(name, parent.name(), term),
        context ->
            KeywordBlockLoaders.computed(
                parent.name(), fingerprint -> new BytesRef(term.apply(fingerprint))),
        (type, context) ->
            parent.fetcher(
                type,
                context,
                value -> value.fingerprint() == null ? null : term.apply(value.fingerprint())));
  }

  /** A keyword with a doc value of its own. */
  private static MappedFieldType stored(
      SimHashFieldType parent, String leafName, Function<FingerprintValue, Object> part) {
    return SubKeywordFieldType.stored(
        parent.name() + "." + leafName, (type, context) -> parent.fetcher(type, context, part));
  }
}
