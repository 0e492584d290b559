/**
 * The field types {@code simhash}, {@code minhash} and {@code passages}.
 *
 * <p>Each has a mapper, which makes the Lucene fields of a document ({@code
 * io.simhash.lucene.document}), and a field type, which answers searches. {@link
 * io.simhash.elasticsearch.mapper.NearDuplicateFieldMapper} is what all three share. Its builder
 * reads the options and pins them. An option that decides which texts are equal changes what is
 * stored: users index again.
 *
 * <h2>What is in a document?</h2>
 *
 * <p>A {@link io.simhash.elasticsearch.mapper.FingerprintValue} is one value of a {@code simhash}
 * field: a fingerprint and a signature with what is known of them, sent by the processor or
 * computed from a text. A field below a text field takes its tokens from there, where both have one
 * analyzer ({@code ParentTokens}).
 *
 * <h2>What is seen in a search?</h2>
 *
 * <p>{@link io.simhash.elasticsearch.mapper.NearFieldType} is a {@code simhash} or a {@code
 * minhash} field: what can be compared. The parts of a value are sub-fields ({@code
 * SubKeywordFieldType}, {@code SubValueFieldType}). The whole value has the hidden name {@code
 * _value}: {@code io.simhash.elasticsearch.option.StoredValue} asks for it, with the rights of the
 * caller.
 */
package io.simhash.elasticsearch.mapper;
