package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.StringFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;

/** A field of keywords, with terms and doc values. */
public abstract class TermsFieldType extends StringFieldType {

  protected TermsFieldType(String name) {
    super(name, IndexType.terms(true, true), false, TextSearchInfo.SIMPLE_MATCH_ONLY, Map.of());
  }
}
