package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.mapper.MetadataFieldMapper;
import org.elasticsearch.index.mapper.SourceFieldMapper;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.lookup.SourceFilter;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentFactory;

/** What the mapping of {@code _source} keeps of documents. */
public final class KeptSource {

  private KeptSource() {}

  /** Whether documents can be read as they were indexed, or as synthetic source shows them. */
  public static boolean isWhole(SearchExecutionContext context) {
    SourceFilter filter = filter(context);
    return context.isSourceEnabled()
        && filter.getIncludes().length == 0
        && filter.getExcludes().length == 0;
  }

  /** The part of documents that {@code _source} keeps, by the mapping. */
  static SourceFilter filter(SearchExecutionContext context) {
    MetadataFieldMapper mapper =
        context.getMappingLookup().getMapping().getMetadataMapperByName(SourceFieldMapper.NAME);
    if (mapper instanceof SourceFieldMapper source && source.isComplete() == false) {
      Map<String, Object> json = json(source);
      return new SourceFilter(names(json, "includes"), names(json, "excludes"));
    }
    return new SourceFilter(null, null);
  }

  /** The options {@code includes} and {@code excludes}, which the mapper shows only as JSON. */
  private static Map<String, Object> json(SourceFieldMapper source) {
    try (var builder = XContentFactory.jsonBuilder().startObject()) {
      source.toXContent(builder, ToXContent.EMPTY_PARAMS).endObject();
      return XContentHelper.convertToMap(BytesReference.bytes(builder), true, builder.contentType())
          .v2();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
  }

  private static String[] names(Map<String, Object> json, String option) {
    return XContentMapValues.extractValue(SourceFieldMapper.NAME + "." + option, json)
            instanceof List<?> names
        ? names.stream().map(Object::toString).toArray(String[]::new)
        : null;
  }
}
