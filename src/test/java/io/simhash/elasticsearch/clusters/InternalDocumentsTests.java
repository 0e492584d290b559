package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.test.ESTestCase;

/** How the answers of shards are sent. */
public class InternalDocumentsTests extends ESTestCase {

  public void testRoundTrip() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    new InternalDocuments(Map.of(), true, List.of()).writeTo(out);
    InternalDocuments read = new InternalDocuments(out.bytes().streamInput());
    assertTrue(read.mapped);
    assertEquals(List.of(), read.shards);
  }

  /** A result in a format that is not known yet is refused as such. */
  public void testFormat() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeString(DocumentsAggregationBuilder.NAME);
    out.writeGenericMap(Map.of());
    out.writeVInt(2);
    Exception e =
        expectThrows(
            IllegalArgumentException.class, () -> new InternalDocuments(out.bytes().streamInput()));
    assertEquals(
        "a result of [simhash_documents] has format [2] but this node reads formats up to [1]: it"
            + " has an older version of the plugin [simhash]",
        e.getMessage());
  }
}
