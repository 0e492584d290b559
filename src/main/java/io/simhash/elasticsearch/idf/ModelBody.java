package io.simhash.elasticsearch.idf;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBuilder;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParser.NumberType;
import org.elasticsearch.xcontent.XContentParser.Token;

/**
 * Reads {@code {"documents": D, "terms": {term: document frequency, …}}} token by token: a body of
 * many megabytes is refused at its first term too many.
 */
final class ModelBody {

  private final XContentParser parser;
  private final IdfModelBuilder terms = new IdfModelBuilder(Limits.MAX_TERMS);
  private final Set<Long> hashes = new HashSet<>();
  private boolean hasTerms;
  private long documents;
  private String mostFrequent;
  private long highest;

  private ModelBody(XContentParser parser) {
    this.parser = parser;
  }

  /**
   * The model of a request's body.
   *
   * @throws IllegalArgumentException naming what is missing or wrong
   */
  static IdfModel parse(XContentParser parser) throws IOException {
    return new ModelBody(parser).parse();
  }

  private IdfModel parse() throws IOException {
    if (parser.nextToken() != Token.START_OBJECT) {
      throw new IllegalArgumentException("the request body must be an object");
    }
    while (parser.nextToken() != Token.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "documents" -> documents = count("documents");
        case "terms" -> parseTerms();
        default -> throw new IllegalArgumentException("unknown options [" + field + "]");
      }
    }
    if (parser.nextToken() != null) {
      throw new IllegalArgumentException("the request body must be one object");
    }
    return model();
  }

  private void parseTerms() throws IOException {
    if (parser.currentToken() != Token.START_OBJECT) {
      throw new IllegalArgumentException(
          "[terms] must be an object of terms and their document frequencies");
    }
    hasTerms = true;
    while (parser.nextToken() != Token.END_OBJECT) {
      String term = parser.currentName();
      parser.nextToken();
      add(term, count("terms." + shown(term)));
    }
  }

  private void add(String term, int documentFrequency) {
    if (term.isEmpty()) {
      throw new IllegalArgumentException("[terms] must not have an empty term");
    }
    if (hashes.size() == Limits.MAX_TERMS) {
      throw new IllegalArgumentException("[terms] must have [1] to [100000] terms but had more");
    }
    if (hashes.add(IdfModelBuilder.hash(term)) == false) {
      throw new IllegalArgumentException(
          "[terms] must have each term once but had [" + shown(term) + "] again");
    }
    if (documentFrequency > highest) {
      highest = documentFrequency;
      mostFrequent = term;
    }
    terms.add(IdfModelBuilder.hash(term), documentFrequency);
  }

  /** An integer typed as one: neither a string of digits nor a number with a fraction. */
  private int count(String name) throws IOException {
    boolean integer =
        parser.currentToken() == Token.VALUE_NUMBER
            && (parser.numberType() == NumberType.INT || parser.numberType() == NumberType.LONG);
    if (integer && parser.longValue() >= 1 && parser.longValue() <= IdfModel.MAX_DOCUMENTS) {
      return parser.intValue();
    }
    throw new IllegalArgumentException(
        "[" + name + "] must be an integer in [1, 2147483647] but was [" + got() + "]");
  }

  /** What stands in the place of a number: an object, or bytes, which CBOR has, by its kind. */
  private String got() throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER, VALUE_BOOLEAN -> shown(parser.text());
      default -> parser.currentToken().toString();
    };
  }

  private IdfModel model() {
    if (documents == 0 || hasTerms == false) {
      throw new IllegalArgumentException(
          "a model needs [documents], their number, and [terms], their document frequencies");
    }
    Limits.requireTerms(terms.size());
    if (highest > documents) {
      throw new IllegalArgumentException(
          "[terms."
              + shown(mostFrequent)
              + "] must be at most [documents], ["
              + documents
              + "], but was ["
              + highest
              + "]");
    }
    return terms.build(documents);
  }

  /** A term of many megabytes is shown by its beginning. */
  private static String shown(String term) {
    return term.length() <= 80 ? term : term.substring(0, 80) + "…";
  }
}
