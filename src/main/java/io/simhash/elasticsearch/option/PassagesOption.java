package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.Containment;
import io.simhash.core.passage.PassageRule;
import io.simhash.core.passage.SharedPassages;
import io.simhash.core.text.Folding;
import io.simhash.core.text.NormalForm;
import io.simhash.core.text.PassageText;
import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.ingest.ProcessorOptions;
import io.simhash.lucene.document.PassageField;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.xcontent.support.XContentMapValues;

/**
 * The option {@code passages} of the processor {@code near_duplicate}: stored documents count too
 * that share so much in passages with the text of the arriving document. The query {@code
 * shared_passages} finds them.
 *
 * @param field a field of type {@code passages}
 * @param textField the field of a document that has its text
 */
public record PassagesOption(String field, String textField, PassageRule rule) {

  /** Takes the option; {@code null} where it is absent. */
  public static PassagesOption from(OptionMap options) {
    if (options.has("passages") == false) {
      return null;
    }
    OptionMap passages = options.object("passages");
    String field = ProcessorOptions.field("passages.field", passages.needed("field"));
    if (Regex.isSimpleMatchPattern(field)) {
      throw invalid("[passages.field] must be the name of one field but was [%s]", field);
    }
    int parent = field.lastIndexOf('.');
    String textField =
        passages.has("text_field") || parent < 0
            ? passages.needed("text_field")
            : field.substring(0, parent);
    if (passages.has("min_containment") == false) {
      throw invalid("[passages.min_containment] is needed");
    }
    PassageRule rule = PassageRule.from(passages);
    passages.requireEmpty();
    return new PassagesOption(
        field, ProcessorOptions.field("passages.text_field", textField), rule);
  }

  /** The texts of an arriving document; none if they are longer than a query may have. */
  public List<String> arriving(Map<String, Object> source) {
    List<String> texts = texts(source);
    return TextLimit.length(texts) > TextLimit.MAX_QUERY ? List.of() : texts;
  }

  /** The texts of a document; an object is none. */
  public List<String> texts(Map<String, Object> source) {
    return XContentMapValues.extractRawValues(textField, source).stream()
        .filter(value -> value instanceof Map == false)
        .map(Object::toString)
        .toList();
  }

  /**
   * Compares an arriving text with stored ones.
   *
   * @param foldings what does not count in the field of each stored one
   * @return in their order, {@code null} where less is shared
   */
  public List<Containment> compare(
      List<String> arriving,
      List<List<String>> stored,
      List<Folding> foldings,
      CircuitBreaker breaker) {
    long longest = stored.stream().mapToLong(NormalForm::maxLetters).max().orElse(0);
    long bytes =
        NormalForm.maxLetters(arriving) * SharedPassages.BYTES_OF_CHARACTER
            + longest * PassageText.BYTES_OF_CHARACTER;
    Containment[] found = new Containment[stored.size()];
    for (Folding folding : Set.copyOf(foldings)) {
      breaker.addEstimateBytesAndMaybeBreak(bytes, "near_duplicate passages");
      try {
        var shared =
            new SharedPassages(new PassageText(arriving, folding), rule.minUnits(), () -> {});
        for (int i = 0; i < found.length; i++) {
          if (foldings.get(i).equals(folding)) {
            var text = new PassageText(PassageField.taken(stored.get(i)), folding);
            found[i] = rule.containment(shared.coverage(text));
          }
        }
      } finally {
        breaker.addWithoutBreaking(-bytes);
      }
    }
    return Arrays.asList(found);
  }
}
