package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.lucene.document.SimHashFields;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;

/**
 * The fields that a look-up reads. A name with a wildcard is not read, because it would mean other
 * fields: the shards refuse it.
 *
 * @param field the field of the query
 * @param type the type that it must have
 * @param source a search that reads the fields
 */
record LookupFields(String field, String type, SearchSourceBuilder source) {

  /** The fingerprint, the signature and the profile of a field of type {@code simhash}. */
  static LookupFields simHash(String field) {
    SearchSourceBuilder source = new SearchSourceBuilder();
    if (isOne(field)) {
      source
          .docValueField(field)
          .fetchField(SimHashFields.signatureField(field))
          .fetchField(SimHashFieldType.profileField(field));
    }
    return new LookupFields(field, SimHashFieldType.NAME, source);
  }

  /** The signature of a field of type {@code minhash}. */
  static LookupFields minHash(String field) {
    SearchSourceBuilder source = new SearchSourceBuilder();
    if (isOne(field)) {
      source.fetchField(new FieldAndFormat(field, MinHashFieldType.SIGNATURE_FORMAT));
    }
    return new LookupFields(field, MinHashFieldType.NAME, source);
  }

  /** The same and the texts of another field. */
  LookupFields withTexts(String textField) {
    return isOne(textField)
        ? new LookupFields(field, type, source.shallowCopy().fetchField(textField))
        : this;
  }

  private static boolean isOne(String field) {
    return Regex.isSimpleMatchPattern(field) == false;
  }
}
