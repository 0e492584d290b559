package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.KeywordFieldMapper.KeywordFieldType;
import org.elasticsearch.index.mapper.StringFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/**
 * A field of keywords, with terms and doc values. Lines differ in how a type says what is indexed.
 */
public abstract class TermsFieldType extends StringFieldType {

  /** Elasticsearch's own type of the field. ES|QL reads doc values by it. */
  protected final KeywordFieldType keyword;

  protected TermsFieldType(String name) {
    super(name, true, false, true, TextSearchInfo.SIMPLE_MATCH_ONLY, Map.of());
    this.keyword = new KeywordFieldType(name);
  }
}
