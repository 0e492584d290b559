/**
 * Options that several features share, each read, checked and sent between nodes in one class:
 * {@link io.simhash.elasticsearch.option.NearOptions} decide which documents are near-duplicates,
 * {@link io.simhash.elasticsearch.option.ConfirmOptions} what is confirmed by the texts, {@link
 * io.simhash.elasticsearch.option.SameFields} in which fields documents must agree. {@link
 * io.simhash.elasticsearch.option.WireFormat} is the number of the format that they are sent in.
 *
 * <p>Also documents as several features name and read them: {@link
 * io.simhash.elasticsearch.option.DocumentName}, {@link
 * io.simhash.elasticsearch.option.StoredValue}, and the mapped {@link
 * io.simhash.elasticsearch.option.IndexFields} of an index.
 *
 * <p>Not here: an option of one feature, which the feature's own class reads; and the options of a
 * text, {@link io.simhash.core.text.TextOptions}, which the library has too.
 */
package io.simhash.elasticsearch.option;
