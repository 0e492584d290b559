package io.simhash.elasticsearch.mapper;

import io.simhash.core.feature.Tokens;
import io.simhash.lucene.text.AnalysedField;
import io.simhash.lucene.text.AnalysedText;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.List;
import java.util.Optional;
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
 * that field: Lucene indexes the tokens that the multi-field was made of. Further multi-fields find
 * them there. The index is the same as without the multi-field. In every other case each field
 * analyses the text.
 *
 * @param context the document
 * @param field the full name of the multi-field
 */
public record ParentTokens(DocumentParserContext context, String field) implements TokenSource {

  /**
   * How many Lucene fields before the end of the document are looked at. A text field adds a few,
   * and so do its other multi-fields.
   */
  private static final int LOOK_BACK = 256;

  @Override
  public Tokens tokens(Analyzer analyzer, String text) {
    return parent()
        .filter(parent -> sameAnalyzer(parent, analyzer))
        .flatMap(parent -> shared(parent, analyzer, text))
        .orElseGet(() -> TokenSource.ANALYSIS.tokens(analyzer, text));
  }

  /** The name of the field that this one is a multi-field of, if it is one. */
  private Optional<String> parent() {
    int dot = field.lastIndexOf('.');
    return dot < 0 ? Optional.empty() : Optional.of(field.substring(0, dot));
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

  private Optional<Tokens> shared(String parent, Analyzer analyzer, String text) {
    List<IndexableField> fields = context.doc().getFields();
    int end = Math.max(0, fields.size() - LOOK_BACK);
    for (int i = fields.size() - 1; i >= end; i--) {
      IndexableField candidate = fields.get(i);
      if (candidate.name().equals(parent) && text.equals(candidate.stringValue())) {
        if (candidate instanceof AnalysedField analysed) {
          return Optional.of(analysed.text().tokens());
        }
        if (AnalysedField.canReplace(candidate)) {
          AnalysedText analysed = AnalysedText.of(analyzer, parent, text);
          if (analysed.isReplayable()) {
            fields.set(i, new AnalysedField((Field) candidate, analysed));
          }
          return Optional.of(analysed.tokens());
        }
      }
    }
    return Optional.empty();
  }
}
