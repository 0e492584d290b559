package io.simhash.elasticsearch.mapper.simhash;

import io.simhash.core.block.Blocks;
import io.simhash.lucene.document.SimHashFields;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FloatField;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.fielddata.FieldData;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.plain.SortedSetOrdinalsIndexFieldData;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;
import org.elasticsearch.index.mapper.blockloader.docvalues.BytesRefsFromOrdsBlockLoader;
import org.elasticsearch.index.mapper.blockloader.docvalues.LongToBytesRefBlockLoader;
import org.elasticsearch.script.field.KeywordDocValuesField;
import org.elasticsearch.search.aggregations.support.CoreValuesSourceType;

/** The sub-fields of a {@code simhash} field, and what a value puts into the index. */
final class SubFields {

  private SubFields() {}

  /** The sub-fields' mappers: four blocks, the profile and the two numbers of features. */
  static List<FieldMapper> mappers(SimHashFieldType parent) {
    List<FieldMapper> mappers = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      mappers.add(mapper(SimHashFields.blockName(block), block(parent, block), parent));
    }
    mappers.add(mapper(FingerprintValue.PROFILE, profile(parent), parent));
    mappers.add(
        number(FingerprintValue.FEATURES, parent, NumberType.INTEGER, FingerprintValue::features));
    mappers.add(
        number(
            FingerprintValue.EFFECTIVE_FEATURES,
            parent,
            NumberType.FLOAT,
            FingerprintValue::effectiveFeatures));
    return List.copyOf(mappers);
  }

  /** Everything that is indexed for a value. */
  static List<IndexableField> of(String field, FingerprintValue value) {
    List<IndexableField> fields = new ArrayList<>(SimHashFields.of(field, value.fingerprint()));
    if (value.profile() != null) {
      fields.add(
          new KeywordField(name(field, FingerprintValue.PROFILE), value.profile(), Field.Store.NO));
    }
    if (value.features() != null) {
      fields.add(
          new IntField(name(field, FingerprintValue.FEATURES), value.features(), Field.Store.NO));
    }
    if (value.effectiveFeatures() != null) {
      fields.add(
          new FloatField(
              name(field, FingerprintValue.EFFECTIVE_FEATURES),
              value.effectiveFeatures(),
              Field.Store.NO));
    }
    return fields;
  }

  private static String name(String field, String leafName) {
    return field + "." + leafName;
  }

  private static FieldMapper mapper(
      String leafName, MappedFieldType type, SimHashFieldType parent) {
    return new SubFieldMapper(leafName, type, parent.name());
  }

  private static MappedFieldType block(SimHashFieldType parent, int block) {
    String name = SimHashFields.blockField(parent.name(), block);
    LongFunction<String> term = fingerprint -> Blocks.term(Blocks.value(fingerprint, block));
    IndexFieldData.Builder fieldData =
        (cache, breaker) -> new FingerprintFieldData(name, parent.name(), term);
    return new SubKeywordFieldType(
        name,
        parent,
        parent.name(),
        fieldData,
        context ->
            new LongToBytesRefBlockLoader(
                parent.name(), fingerprint -> new BytesRef(term.apply(fingerprint))),
        value -> term.apply(value.fingerprint()));
  }

  private static MappedFieldType profile(SimHashFieldType parent) {
    String name = name(parent.name(), FingerprintValue.PROFILE);
    IndexFieldData.Builder fieldData =
        new SortedSetOrdinalsIndexFieldData.Builder(
            name,
            CoreValuesSourceType.KEYWORD,
            (values, field) -> new KeywordDocValuesField(FieldData.toString(values), field));
    return new SubKeywordFieldType(
        name,
        parent,
        name,
        fieldData,
        context -> new BytesRefsFromOrdsBlockLoader(name, context.ordinalsByteSize()),
        FingerprintValue::profile);
  }

  private static FieldMapper number(
      String leafName,
      SimHashFieldType parent,
      NumberType type,
      Function<FingerprintValue, Object> part) {
    String name = name(parent.name(), leafName);
    return mapper(leafName, new SubNumberFieldType(name, parent, type, part), parent);
  }
}
