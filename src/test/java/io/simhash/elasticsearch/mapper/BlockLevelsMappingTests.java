package io.simhash.elasticsearch.mapper;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;

import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.IndexableField;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MapperService.MergeReason;

/** The option {@code block_levels} of {@code simhash}. */
public class BlockLevelsMappingTests extends NearDuplicateMappingTestCase {

  private static final String HEX = "9f3c00a1b2c3d4e5";
  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river";

  public BlockLevelsMappingTests() {
    super("simhash");
  }

  public void testTheSecondLevelIsWrittenIfAskedFor() throws IOException {
    for (String options :
        List.of(
            "'block_levels': 2",
            "'block_levels': '2'",
            "'block_levels': 2, 'analyzer': 'standard'")) {
      LuceneDocument document = parse(mapper(options), options.contains("analyzer") ? TEXT : HEX);
      long fingerprint = document.getField("field").numericValue().longValue();
      List<IndexableField> written = document.getFields("field.sub_blocks");
      assertThat(
          written.stream().map(IndexableField::binaryValue).toList(),
          equalTo(
              SimHashFields.ofSubBlocks("field", fingerprint).stream()
                  .map(IndexableField::binaryValue)
                  .toList()));
    }
    assertThat(parse(mapper(""), HEX).getFields("field.sub_blocks"), hasSize(0));
    assertThat(parse(mapper("'block_levels': 1"), HEX).getFields("field.sub_blocks"), hasSize(0));
    assertThat(
        "a text without a fingerprint",
        parse(mapper("'block_levels': 2, 'analyzer': 'standard'"), "a")
            .getFields("field.sub_blocks"),
        hasSize(0));
  }

  /** A Lucene field only: no request can name it. */
  public void testTheSecondLevelIsNoFieldOfTheMapping() throws IOException {
    MapperService service = createMapperService(field("'block_levels': 2"));
    assertNull(service.fieldType("field.sub_blocks"));
    assertThat(shown(service), equalTo(Map.of("type", "simhash", "block_levels", 2)));
    assertThat(
        shown(createMapperService(field("'block_levels': 1"))), equalTo(Map.of("type", "simhash")));
  }

  public void testNoOtherFieldMayHaveItsName() throws IOException {
    String multi = "'fields': {'sub_blocks': {'type': 'keyword'}}";
    assertMappingRefused(
        "[field] writes [field.sub_blocks], which must not be another field",
        "'block_levels': 2, " + multi);
    mapper(multi);
  }

  /** Documents that are indexed already would lack the terms. */
  public void testItCannotBeChanged() throws IOException {
    MapperService one = createMapperService(field(""));
    merge(one, field("'block_levels': 1"));
    merge(one, field(""));
    Exception more = expectThrows(Exception.class, () -> merge(one, field("'block_levels': 2")));
    assertThat(
        more.getMessage(),
        containsString("Cannot update parameter [block_levels] from [null] to [2]"));
    MapperService two = createMapperService(field("'block_levels': 2"));
    merge(two, field(""));
    merge(two, field("'block_levels': '2'"));
    assertThat(shown(two).get("block_levels"), equalTo(2));
    Exception fewer = expectThrows(Exception.class, () -> merge(two, field("'block_levels': 1")));
    assertThat(
        fewer.getMessage(),
        containsString("Cannot update parameter [block_levels] from [2] to [null]"));
    MapperService again = createMapperService(mapping(b -> {}));
    again.merge("_doc", two.documentMapper().mappingSource(), MergeReason.MAPPING_RECOVERY);
    assertThat(shown(again), equalTo(shown(two)));
    assertThat(
        again
            .documentMapper()
            .parse(source(b -> b.field("field", HEX)))
            .rootDoc()
            .getFields("field.sub_blocks"),
        hasSize(16));
  }
}
