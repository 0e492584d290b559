package io.simhash.elasticsearch.ingest;

import static io.simhash.core.base.Errors.invalid;

import java.util.List;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ingest.ConfigurationUtils;
import org.elasticsearch.ingest.IngestDocument;

/** Names of fields in the options of processors, and errors in options. */
public final class ProcessorOptions {

  private static final String OF_SOURCE = IngestDocument.SOURCE_KEY + ".";

  private ProcessorOptions() {}

  /**
   * The error for a processor. The option whose name in brackets begins the sentence becomes its
   * property.
   */
  public static ElasticsearchException error(String type, String tag, IllegalArgumentException e) {
    String sentence = e.getMessage();
    int end = sentence.startsWith("[") ? sentence.indexOf("] ") : -1;
    String option = end < 0 ? null : sentence.substring(1, end);
    String reason = end < 0 ? sentence : sentence.substring(end + 2);
    return ConfigurationUtils.newConfigurationException(type, tag, option, reason);
  }

  /**
   * The name of a field that a document can have: names joined by dots, without the prefix that
   * pipelines ignore; {@code null} for {@code null}.
   */
  public static String field(String option, String name) {
    if (name == null) {
      return null;
    }
    if (name.isBlank()) {
      throw invalid("[%s] must not be blank", option);
    }
    if (List.of(name.split("\\.", -1)).contains("")) {
      throw invalid("[%s] must be names joined by dots but was [%s]", option, name);
    }
    return name.startsWith(OF_SOURCE) ? name.substring(OF_SOURCE.length()) : name;
  }

  /** Whether writing a field would change the value of another, {@code null} for none. */
  public static boolean overlap(String target, String read) {
    return read != null
        && ((target + ".").startsWith(read + ".") || (read + ".").startsWith(target + "."));
  }
}
