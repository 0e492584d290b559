package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperService.MergeReason;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** An index keeps the options that its mapping shows, whatever the defaults of this release are. */
public abstract class PinnedOptionsTestCase extends NearDuplicateMappingTestCase {

  protected static final String TEXT =
      "The council approved the new tram line on Monday after three years of debate; work on the"
          + " first section, from the harbour to the university, will begin in spring.";

  private final String type;

  protected PinnedOptionsTestCase(String type) {
    super(type);
    this.type = type;
  }

  /** The stored values of {@link #TEXT}, and all else that decides stored values. */
  protected abstract Object stored(MapperService service, String field);

  /**
   * Asserts that an index keeps what it was made with, by a release where {@code others} were the
   * defaults.
   *
   * @param typed the options that the user typed
   */
  protected void assertKept(Map<String, Object> others, Map<String, Object> typed)
      throws IOException {
    Map<String, Object> made = new TreeMap<>(typed);
    made.putAll(others);
    assertKept("field", field(made, "field"), field(typed, "field"), field(Map.of(), "field"));
    assertKept("field.near", field(made, "near"), field(typed, "near"), field(Map.of(), "near"));
  }

  /** The mapping of a field, or of the multi-field {@code near} of a text field. */
  private XContentBuilder field(Map<String, Object> options, String name) throws IOException {
    Map<String, Object> field = new TreeMap<>(options);
    field.put("type", type);
    return mapping(
        b ->
            b.field(
                "field",
                name.equals("field")
                    ? field
                    : Map.of("type", "text", "fields", Map.of(name, field))));
  }

  private void assertKept(
      String field, XContentBuilder made, XContentBuilder typed, XContentBuilder nothing)
      throws IOException {
    MapperService before = createMapperService(made);
    Object stored = stored(before, field);
    CompressedXContent persisted = before.documentMapper().mappingSource();
    assertThat(
        "the options make a difference",
        stored(createMapperService(typed), field),
        not(equalTo(stored)));

    MapperService service = createMapperService(mapping(b -> {}));
    service.merge("_doc", persisted, MergeReason.MAPPING_RECOVERY);
    assertThat("after a restart", stored(service, field), equalTo(stored));
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

  /** Asserts what a mapping shows, and that the shown mapping, typed again, shows the same. */
  protected void assertShown(Map<String, Object> expected, String typed) throws IOException {
    assertThat(shown(createMapperService(field(typed))), equalTo(expected));
    MapperService copy = createMapperService(mapping(b -> b.field("field", expected)));
    assertThat(shown(copy), equalTo(expected));
  }

  protected void assertUnchanged(MapperService service, String typed) throws IOException {
    CompressedXContent before = service.documentMapper().mappingSource();
    merge(service, field(typed));
    assertThat(service.documentMapper().mappingSource(), equalTo(before));
  }

  protected void assertUpdateRefused(MapperService service, String sentence, String typed) {
    CompressedXContent before = service.documentMapper().mappingSource();
    Exception e = expectThrows(Exception.class, () -> merge(service, field(typed)));
    assertThat(e.getMessage(), containsString(sentence));
    assertThat(ExceptionsHelper.status(e), equalTo(RestStatus.BAD_REQUEST));
    assertThat(service.documentMapper().mappingSource(), equalTo(before));
  }
}
