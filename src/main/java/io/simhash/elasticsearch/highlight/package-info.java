/**
 * The highlighter {@code shared_passages}: {@link
 * io.simhash.elasticsearch.highlight.SharedPassagesHighlighter} reads its options, and writes the
 * marks. The queries give it their texts by {@code io.simhash.lucene.search.QueryWithTexts}. {@link
 * io.simhash.core.passage.PassageMarks} decides which letters are marked, {@link
 * io.simhash.core.passage.Fragments} which parts of a text are shown.
 */
package io.simhash.elasticsearch.highlight;
