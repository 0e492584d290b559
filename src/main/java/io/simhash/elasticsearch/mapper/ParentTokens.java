package io.simhash.elasticsearch.mapper;

import io.simhash.core.feature.Tokens;
import io.simhash.lucene.text.AnalysedField;
import io.simhash.lucene.text.AnalysedText;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexableField;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.DocumentParserContext;

/**
 * The tokens of a multi-field, shared with the text field that it belongs to.
 *
 * <p>Where the text field has the same analyzer, it has added its Lucene field with the same text
 * to the document already. The text is analysed once, and {@link AnalysedField} takes the place of
 * that field: Lucene indexes the tokens that the multi-field was made of, and further multi-fields
 * find them there. The index is the same as without the multi-field.
 *
 * @param context the document
 * @param field the full name of the multi-field
 */
record ParentTokens(DocumentParserContext context, String field) implements TokenSource {

  /**
   * How many Lucene fields before the end of the document are looked at. A text field adds a few,
   * and so do its other multi-fields.
   */
  private static final int LOOK_BACK = 256;

  @Override
  public Tokens tokens(Analyzer analyzer, String text) {
    // The field that this one is a multi-field of, if it is one.
    String parent = field.substring(0, Math.max(0, field.lastIndexOf('.')));
    Tokens shared = sameAnalyzer(parent, analyzer) ? shared(parent, analyzer, text) : null;
    return shared == null ? TokenSource.ANALYSIS.tokens(analyzer, text) : shared;
  }

  private boolean sameAnalyzer(String parent, Analyzer analyzer) {
    NamedAnalyzer found = context.mappingLookup().indexAnalyzer(parent, unmapped -> null);
    return found != null && unnamed(found) == unnamed(analyzer);
  }

  private static Analyzer unnamed(Analyzer analyzer) {
    Analyzer unnamed = analyzer;
    while (unnamed instanceof NamedAnalyzer named) {
      unnamed = named.analyzer();
    }
    return unnamed;
  }

  /** Null where the document has no such field. */
  private Tokens shared(String parent, Analyzer analyzer, String text) {
    List<IndexableField> fields = context.doc().getFields();
    int end = Math.max(0, fields.size() - LOOK_BACK);
    for (int i = fields.size() - 1; i >= end; i--) {
      IndexableField candidate = fields.get(i);
      if (candidate.name().equals(parent) && text.equals(candidate.stringValue())) {
        if (candidate instanceof AnalysedField analysed) {
          return analysed.text().tokens();
        }
        if (AnalysedField.canReplace(candidate)) {
          AnalysedText analysed = AnalysedText.of(analyzer, parent, text);
          if (analysed.isReplayable()) {
            fields.set(i, new AnalysedField((Field) candidate, analysed));
          }
          return analysed.tokens();
        }
      }
    }
    return null;
  }
}
