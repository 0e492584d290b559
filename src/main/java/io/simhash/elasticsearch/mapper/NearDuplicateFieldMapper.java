package io.simhash.elasticsearch.mapper;

import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.Analyzers;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import java.io.IOException;
import org.elasticsearch.core.CheckedRunnable;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.MappingParserContext;
import org.elasticsearch.index.mapper.NestedObjectMapper;

/** Shared by the field types {@code simhash} and {@code minhash}. */
public abstract class NearDuplicateFieldMapper extends FieldMapper {

  /** A mapper of one field. */
  protected NearDuplicateFieldMapper(String leafName, MappedFieldType type, BuilderParams params) {
    super(leafName, type, params);
  }

  /**
   * The analyzers that a field of this index may use. Those for searching only are excluded: their
   * tokens may change when they are reloaded.
   */
  protected static AnalyzerLookup analyzers(MappingParserContext context) {
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
   * Indexes a value. If it is malformed and {@code ignore_malformed} is set, the document goes
   * without it, so the parser must then be at the end of the value.
   */
  protected final void index(DocumentParserContext context, CheckedRunnable<IOException> value)
      throws IOException {
    try {
      value.run();
    } catch (IllegalArgumentException e) {
      if (ignoreMalformed() == false) {
        throw e;
      }
      context.addIgnoredField(fullPath());
    }
  }

  /**
   * Requires that the values of nested objects are not copied into the document around them: that
   * document could get several.
   */
  @Override
  protected void doValidate(MappingLookup mappings) {
    String parent = mappings.nestedLookup().getNestedParent(fullPath());
    if (parent == null) {
      return;
    }
    NestedObjectMapper nested = mappings.nestedLookup().getNestedMappers().get(parent);
    if (nested.isIncludeInParent() || nested.isIncludeInRoot()) {
      throw new IllegalArgumentException(
          "["
              + fullPath()
              + "] of type ["
              + typeName()
              + "] has one value a document: the nested object ["
              + parent
              + "] cannot have [include_in_parent] or [include_in_root]");
    }
  }

  @Override
  protected String contentType() {
    return typeName();
  }
}
