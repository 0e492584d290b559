package io.simhash.elasticsearch.idf.store;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.base.OptionMap.shown;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBuilder;
import java.io.IOException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.NumberType;
import org.elasticsearch.xcontent.XContentParser.Token;

/**
 * Parses {@code {"documents": D, "terms": {term: document frequency, …}}} token by token, so that a
 * body of many megabytes is refused as soon as it has a term too many.
 */
public final class ModelParser {

  private final XContentParser parser;
  private final IdfModelBuilder terms = new IdfModelBuilder(ModelLimits.MAX_TERMS);
  private boolean hasTerms;
  private int documents;
  private String mostFrequentTerm;
  private int maxDocumentFrequency;

  private ModelParser(XContentParser parser) {
    this.parser = parser;
  }

  /**
   * Parses a model.
   *
   * @param parser at the start of the object
   * @throws IllegalArgumentException naming what is missing or wrong
   */
  public static IdfModel parse(XContentParser parser) throws IOException {
    return new ModelParser(parser).parse();
  }

  private IdfModel parse() throws IOException {
    while (parser.nextToken() != Token.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "documents" -> documents = parseCount("documents");
        case "terms" -> parseTerms();
        default -> throw invalid("unknown options [%s]", field);
      }
    }
    return build();
  }

  private void parseTerms() throws IOException {
    if (parser.currentToken() != Token.START_OBJECT) {
      throw invalid("[terms] must be an object of terms and their document frequencies");
    }
    hasTerms = true;
    while (parser.nextToken() != Token.END_OBJECT) {
      String term = parser.currentName();
      parser.nextToken();
      add(term, parseCount("terms." + shown(term)));
    }
  }

  private void add(String term, int documentFrequency) {
    if (term.isEmpty()) {
      throw invalid("[terms] must not have an empty term");
    }
    if (terms.size() == ModelLimits.MAX_TERMS) {
      throw invalid("[terms] must have [1] to [100000] terms but had more");
    }
    if (documentFrequency > maxDocumentFrequency) {
      maxDocumentFrequency = documentFrequency;
      mostFrequentTerm = term;
    }
    terms.add(IdfModelBuilder.hash(term), documentFrequency);
  }

  /** Parses an integer. A string of digits or a number with a fraction is refused. */
  private int parseCount(String name) throws IOException {
    boolean integer =
        parser.currentToken() == Token.VALUE_NUMBER
            && (parser.numberType() == NumberType.INT || parser.numberType() == NumberType.LONG);
    if (integer && parser.longValue() >= 1 && parser.longValue() <= IdfModel.MAX_DOCUMENTS) {
      return parser.intValue();
    }
    throw invalid("[%s] must be an integer in [1, 2147483647] but was [%s]", name, shownValue());
  }

  /** The value; for an object, an array, null or the bytes that CBOR may have, its kind. */
  private String shownValue() throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER, VALUE_BOOLEAN -> shown(parser.text());
      default -> parser.currentToken().toString();
    };
  }

  private IdfModel build() {
    if (documents == 0 || hasTerms == false) {
      throw invalid(
          "a model needs [documents], the number of documents, and [terms], the document frequency"
              + " of each term");
    }
    ModelLimits.requireTerms(terms.size());
    if (maxDocumentFrequency > documents) {
      throw invalid(
          "[terms.%s] must be at most [documents], [%s], but was [%s]",
          shown(mostFrequentTerm), documents, maxDocumentFrequency);
    }
    return terms.build(documents);
  }
}
