package io.simhash.elasticsearch.query;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The bytes of queries, which nodes with another version of the plugin and percolators read. */
public class QueryWireFormatTests extends ESTestCase {

  private static final Resolver NO_PIPELINES = TestResolver.create();

  /** Written by the first version; percolators keep such bytes, so they must be read for ever. */
  public void testYesterdaysBytes() throws IOException {
    List<List<String>> rows = GoldenFile.rows("queries-v1.tsv");
    assertEquals(18, rows.size());
    for (List<String> row : rows) {
      String name = row.get(0);
      NearQueryBuilder typed = typed(name, row.get(1));
      assertEquals(row.get(1), row.get(2), HexFormat.of().formatHex(bytes(typed)));
      byte[] written = HexFormat.of().parseHex(row.get(2));
      assertEquals(typed, read(name, written, 1));
      assertEquals("a later version reads it too", typed, read(name, written, 2));
    }
  }

  /** Liked documents without a fingerprint or a signature. */
  public void testYesterdaysBytesOfNothingFound() throws IOException {
    OptionMap options = new OptionMap(new HashMap<>(Map.of("field", "f", "fingerprint", 0)));
    NeighbourOptions near =
        NeighbourOptions.simHash(options).with(new NearSource.None("like"), null);
    assertBytes("3f80000000010166000000" + "04046c696b65030000", near);
    NeighbourOptions none =
        RandomNear.minHash(
            new NearOptions("s", null, .5, false), new NearSource.None("like"), null, null);
    assertBytes("3f80000000010173" + "00013fe000000000000000" + "04046c696b65" + "0000", none);
  }

  private static void assertBytes(String golden, NearQuery query) throws IOException {
    NearQueryBuilder builder = new NearQueryBuilder(query, NO_PIPELINES);
    assertEquals(golden, HexFormat.of().formatHex(bytes(builder)));
    assertEquals(builder, read(query.name(), HexFormat.of().parseHex(golden), 1));
  }

  /** Two nodes: the newest format of one is 1, that of the other is 2. */
  public void testAQueryOfALaterFormatIsRefusedByTheOlderNodeOnly() throws IOException {
    for (List<String> row : GoldenFile.rows("queries-v1.tsv")) {
      byte[] later = HexFormat.of().parseHex(row.get(2));
      int format = bytes(typed(row.get(0), row.get(1))).length - recordLength(row);
      assertEquals("the format's place", 1, later[format - 1]);
      later[format - 1] = 2;
      assertEquals(typed(row.get(0), row.get(1)), read(row.get(0), later, 2));
      Exception e = expectThrows(IllegalArgumentException.class, () -> read(row.get(0), later, 1));
      assertEquals(
          "a near query has format [2] but this node reads formats up to [1]: it has an older"
              + " version of the plugin [simhash]",
          e.getMessage());
      assertEquals(400, org.elasticsearch.ExceptionsHelper.status(e).getStatus());
    }
  }

  public void testFormatsThatNoVersionWrites() throws IOException {
    for (String bytes : List.of("00", "ffffffff0f")) {
      StreamInput in = new BytesArray(HexFormat.of().parseHex(bytes)).streamInput();
      expectThrows(IllegalArgumentException.class, () -> WireFormat.read(in, "a query", 7));
    }
  }

  private static int recordLength(List<String> row) throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      typed(row.get(0), row.get(1)).query().writeTo(out);
      return out.size();
    }
  }

  private static NearQueryBuilder typed(String name, String json) throws IOException {
    try (XContentParser parser =
        JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, json)) {
      parser.nextToken();
      return NearQueryBuilder.parse(parser, name, NO_PIPELINES);
    }
  }

  private static byte[] bytes(NearQueryBuilder builder) throws IOException {
    try (BytesStreamOutput out = new BytesStreamOutput()) {
      builder.writeTo(out);
      return BytesReference.toBytes(out.bytes());
    }
  }

  private static NearQueryBuilder read(String name, byte[] bytes, int newest) throws IOException {
    StreamInput in = new BytesArray(bytes).streamInput();
    NearQueryBuilder builder =
        new NearQueryBuilder(in, NearQueryBuilder.reader(name), newest, NO_PIPELINES);
    assertEquals("nothing is left", -1, in.read());
    return builder;
  }
}
