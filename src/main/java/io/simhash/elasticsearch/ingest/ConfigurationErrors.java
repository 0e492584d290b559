package io.simhash.elasticsearch.ingest;

import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ingest.ConfigurationUtils;

/** Errors in the options of processors. */
public final class ConfigurationErrors {

  private ConfigurationErrors() {}

  /**
   * Elasticsearch's error for a processor. The option whose name in brackets begins the sentence
   * becomes the error's property.
   *
   * @param type the type of the processor
   */
  public static ElasticsearchException of(String type, String tag, IllegalArgumentException e) {
    String sentence = e.getMessage();
    int end = sentence.startsWith("[") ? sentence.indexOf("] ") : -1;
    String option = end < 0 ? null : sentence.substring(1, end);
    String reason = end < 0 ? sentence : sentence.substring(end + 2);
    return ConfigurationUtils.newConfigurationException(type, tag, option, reason);
  }
}
