package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperService.MergeReason;
import org.elasticsearch.plugins.MapperPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** Mappings that were made by a release with other defaults, read and updated by this one. */
public abstract class PinnedDefaultsTestCase extends NearDuplicateMappingTestCase {

  protected static final String TEXT =
      "The council approved the new tram line on Monday after three years of debate; work on the"
          + " first section, from the harbour to the university, will begin in spring.";

  private final String type;
  private Map<String, Object> otherDefaults;

  protected PinnedDefaultsTestCase(String type) {
    super(type);
    this.type = type;
  }

  /** Reads the mapping of a field as a release with those defaults does. */
  protected abstract Mapper.TypeParser parser(Map<String, Object> defaults);

  /** The stored values of {@link #TEXT}, and all else that decides stored values. */
  protected abstract Object stored(MapperService service, String field);

  /** A release with other defaults. */
  private static final class OtherRelease extends Plugin implements MapperPlugin {
    private final Map<String, Mapper.TypeParser> mappers;

    OtherRelease(String type, Mapper.TypeParser parser) {
      this.mappers = Map.of(type, parser);
    }

    @Override
    public Map<String, Mapper.TypeParser> getMappers() {
      return mappers;
    }
  }

  @Override
  protected Collection<? extends Plugin> getPlugins() {
    return otherDefaults == null
        ? super.getPlugins()
        : List.of(new OtherRelease(type, parser(otherDefaults)));
  }

  /** An index that a release with those defaults makes. */
  protected MapperService made(Map<String, Object> defaults, XContentBuilder mapping)
      throws IOException {
    otherDefaults = defaults;
    try {
      return createMapperService(mapping);
    } finally {
      otherDefaults = null;
    }
  }

  /** The same index after an upgrade to this release. */
  protected MapperService upgraded(MapperService made) throws IOException {
    MapperService service = createMapperService(mapping(b -> {}));
    service.merge("_doc", made.documentMapper().mappingSource(), MergeReason.MAPPING_RECOVERY);
    return service;
  }

  /** Asserts that an index keeps what it was made with, whatever happens to its mapping. */
  protected void assertKept(Map<String, Object> defaults, Map<String, Object> typed)
      throws IOException {
    Map<String, Object> field = new TreeMap<>(typed);
    field.put("type", type);
    assertKept(
        defaults,
        "field",
        mapping(b -> b.field("field", field)),
        mapping(b -> b.field("field", Map.of("type", type))));
    Map<String, Object> subField = Map.of("type", type);
    assertKept(
        defaults,
        "field.near",
        mapping(b -> b.field("field", Map.of("type", "text", "fields", Map.of("near", field)))),
        mapping(b -> b.field("field", Map.of("type", "text", "fields", Map.of("near", subField)))));
  }

  private void assertKept(
      Map<String, Object> defaults, String field, XContentBuilder typed, XContentBuilder nothing)
      throws IOException {
    MapperService made = made(defaults, typed);
    Object stored = stored(made, field);
    CompressedXContent persisted = made.documentMapper().mappingSource();
    Object ofNewIndex = stored(createMapperService(typed), field);
    assertThat("the defaults make a difference", ofNewIndex, not(equalTo(stored)));

    MapperService service = upgraded(made);
    assertThat("after the upgrade", stored(service, field), equalTo(stored));
    merge(service, typed);
    assertThat("the same typed again", stored(service, field), equalTo(stored));
    merge(service, nothing);
    assertThat("nothing typed", stored(service, field), equalTo(stored));
    assertThat(service.documentMapper().mappingSource(), equalTo(persisted));
    merge(service, mapping(b -> b.startObject("other").field("type", "long").endObject()));
    assertThat("another field", stored(service, field), equalTo(stored));
    mergeDynamicUpdate(
        service,
        service.documentMapper().parse(source(b -> b.field("new", 1))).dynamicMappingsUpdate());
    assertNotNull(service.fieldType("new"));
    assertThat("a dynamic field", stored(service, field), equalTo(stored));

    CompressedXContent other =
        new CompressedXContent("{\"properties\":{\"other\":{\"type\":\"long\"}}}");
    for (List<CompressedXContent> templates :
        List.of(List.of(persisted, other), List.of(other, persisted))) {
      MapperService newIndex = createMapperService(mapping(b -> {}));
      newIndex.merge("_doc", templates, MergeReason.INDEX_TEMPLATE);
      assertNotNull(newIndex.fieldType("other"));
      assertThat("of templates", stored(newIndex, field), equalTo(stored));
    }
  }

  /** A field of a dynamic template has the defaults of the release that adds it. */
  protected void assertKeptWhereItIsDynamic(Map<String, Object> defaults, Map<String, Object> typed)
      throws IOException {
    Map<String, Object> template = new TreeMap<>(typed);
    template.put("type", type);
    MapperService made =
        made(
            defaults,
            topMapping(
                b ->
                    b.field(
                        "dynamic_templates",
                        List.of(Map.of("near", Map.of("match", "*", "mapping", template))))));
    addDynamically(made, "old");
    MapperService service = upgraded(made);
    addDynamically(service, "new");
    assertThat(stored(service, "old"), equalTo(stored(made, "old")));
    assertThat(stored(service, "new"), not(equalTo(stored(made, "old"))));
  }

  private void addDynamically(MapperService service, String field) throws IOException {
    mergeDynamicUpdate(
        service,
        service.documentMapper().parse(source(b -> b.field(field, TEXT))).dynamicMappingsUpdate());
  }

  protected void assertUnchanged(MapperService service, Object... typed) throws IOException {
    CompressedXContent before = service.documentMapper().mappingSource();
    merge(service, field(typed));
    assertThat(service.documentMapper().mappingSource(), equalTo(before));
  }

  protected void assertUpdateRefused(MapperService service, String sentence, Object... typed)
      throws IOException {
    CompressedXContent before = service.documentMapper().mappingSource();
    Exception e = expectThrows(Exception.class, () -> merge(service, field(typed)));
    assertThat(e.getMessage(), containsString(sentence));
    assertThat(ExceptionsHelper.status(e), equalTo(RestStatus.BAD_REQUEST));
    assertThat(service.documentMapper().mappingSource(), equalTo(before));
  }
}
