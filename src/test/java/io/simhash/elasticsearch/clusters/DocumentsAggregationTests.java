package io.simhash.elasticsearch.clusters;

import io.simhash.core.shingle.Shingling;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.test.ESTestCase;

/** How the answers of shards are sent. */
public class DocumentsAggregationTests extends ESTestCase {

  private static final ShardId SHARD = new ShardId("news", "uuid", 1);

  private static StreamInput read(BytesStreamOutput out) throws IOException {
    return out.bytes().streamInput();
  }

  public void testRoundTrip() throws IOException {
    var answer = new DocumentsAggregation.Answer(SHARD, new BytesArray(new byte[] {1, 2}));
    BytesStreamOutput out = new BytesStreamOutput();
    new DocumentsAggregation.Answers(Map.of(), true, List.of(answer)).writeTo(out);
    DocumentsAggregation.Answers read = new DocumentsAggregation.Answers(read(out));
    assertTrue(read.mapped);
    assertEquals(List.of(answer), read.shards);
  }

  public void testRoundTripOfAMember() throws IOException {
    BigDecimal order = BigDecimal.valueOf(5, 6);
    for (RunDocument member :
        List.of(
            new RunDocument(SHARD, "a", "r", 1, 2, order, "b"),
            new RunDocument(SHARD, "b", null, -2, 0, null, null))) {
      BytesStreamOutput out = new BytesStreamOutput();
      member.writeTo(out);
      assertEquals(member, new RunDocument(SHARD, read(out)));
    }
  }

  /** Each question, with the fields of a run. */
  public void testRoundTripOfQuestions() throws IOException {
    Map<ShardId, int[]> docs = Map.of(SHARD, new int[] {1, 5});
    RunFields fields =
        new RunFields(
            new NearOptions("near", 3, 0.7, true),
            "published",
            "cluster_id",
            new ConfirmOptions("text", .5, .2, Shingling.AUTO_CHARACTERS, null, null, null));
    for (ShardQuestion question :
        List.of(
            ShardQuestion.ofAll(ShardQuestion.Part.VALUE),
            ShardQuestion.ofBands(7, 8, 16),
            ShardQuestion.of(ShardQuestion.Part.DOCUMENT, docs),
            ShardQuestion.ofShingles(docs, 5, 77))) {
      BytesStreamOutput out = new BytesStreamOutput();
      fields.writeTo(out);
      question.writeTo(out);
      StreamInput in = read(out);
      assertEquals(fields, new RunFields(in));
      BytesStreamOutput again = new BytesStreamOutput();
      fields.writeTo(again);
      new ShardQuestion(in).writeTo(again);
      assertEquals(out.bytes(), again.bytes());
    }
  }

  /** A result in a format that is not known yet is refused as such. */
  public void testFormat() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeString(DocumentsAggregation.NAME);
    out.writeGenericMap(Map.of());
    out.writeVInt(2);
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new DocumentsAggregation.Answers(out.bytes().streamInput()));
    assertEquals(
        "a result of [simhash_documents] has format [2] but this node reads formats up to [1]: it"
            + " has an older version of the plugin [simhash]",
        e.getMessage());
  }
}
