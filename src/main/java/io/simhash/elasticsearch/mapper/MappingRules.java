package io.simhash.elasticsearch.mapper;

import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.Analyzers;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.MappingParserContext;
import org.elasticsearch.index.mapper.NestedObjectMapper;

/** What both field types ask of the mapping around them. */
public final class MappingRules {

  private MappingRules() {}

  /**
   * The analyzers that a field of this index may name: not those that are for searching only, for
   * what they make of a text may change when they are reloaded.
   */
  public static AnalyzerLookup analyzers(MappingParserContext context) {
    AnalyzerLookup all = Analyzers.ofIndex(context.getIndexAnalyzers(), context.getSettings());
    return name -> {
      IdentifiedAnalyzer found = all.find(name);
      if (found != null && found.analyzer() instanceof NamedAnalyzer named) {
        named.checkAllowedInMode(AnalysisMode.INDEX_TIME);
      }
      return found;
    };
  }

  /**
   * A nested object's fields must not be copied into the document around it, which would have one
   * value for each of them.
   */
  public static void requireOneValue(String field, String type, MappingLookup mappings) {
    String parent = mappings.nestedLookup().getNestedParent(field);
    if (parent == null) {
      return;
    }
    NestedObjectMapper nested = mappings.nestedLookup().getNestedMappers().get(parent);
    if (nested.isIncludeInParent() || nested.isIncludeInRoot()) {
      throw new IllegalArgumentException(
          "["
              + field
              + "] of type ["
              + type
              + "] has one value a document: the nested object ["
              + parent
              + "] cannot have [include_in_parent] or [include_in_root]");
    }
  }
}
