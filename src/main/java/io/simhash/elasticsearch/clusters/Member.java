package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Set;
import java.util.function.LongFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.SortedNumericDoubleValues;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A document of a run.
 *
 * @param shard its shard; of a data stream one of the backing index
 * @param id its {@code _id}
 * @param routing its routing; {@code null} for none
 * @param seqNo its sequence number in the point in time
 * @param primaryTerm its primary term in the point in time
 * @param order the exact value of the field that decides which member is canonical, of a date its
 *     milliseconds: indices may map the field to different types; {@code null} for none
 * @param cluster the value of the field that takes the id of its cluster; {@code null} for none or
 *     several
 */
record Member(
    ShardId shard,
    String id,
    String routing,
    long seqNo,
    long primaryTerm,
    BigDecimal order,
    String cluster)
    implements Writeable, ToXContentObject {

  /** By index, then by id. */
  static final Comparator<Member> BY_ID =
      Comparator.comparing(Member::index).thenComparing(Member::id);

  /** The heap of a member, of its places in lists and maps, and of its order; no strings. */
  static final long BYTES = 220;

  /** The heap of the punctuation and the names of a member in a response. */
  private static final long PRINTED_BYTES = 40;

  Member(ShardId shard, StreamInput in) throws IOException {
    this(
        shard,
        in.readString(),
        in.readOptionalString(),
        in.readZLong(),
        in.readVLong(),
        readNumber(in),
        in.readOptionalString());
  }

  private static BigDecimal readNumber(StreamInput in) throws IOException {
    String number = in.readOptionalString();
    return number == null ? null : new BigDecimal(number);
  }

  /** Without the shard, which an answer has once. */
  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(id);
    out.writeOptionalString(routing);
    out.writeZLong(seqNo);
    out.writeVLong(primaryTerm);
    out.writeOptionalString(order == null ? null : order.toString());
    out.writeOptionalString(cluster);
  }

  String index() {
    return shard.getIndexName();
  }

  /** The heap of this member's own strings and digits: not of the index, which others share. */
  long stringBytes() {
    return RamUsageEstimator.sizeOf(id)
        + (order == null ? 0 : order.precision())
        + (routing == null ? 0 : RamUsageEstimator.sizeOf(routing))
        + (cluster == null ? 0 : RamUsageEstimator.sizeOf(cluster));
  }

  /** The heap of this member in a response, kept and printed. */
  long listedBytes() {
    long printed = PRINTED_BYTES + RamUsageEstimator.sizeOf(index()) + RamUsageEstimator.sizeOf(id);
    return BYTES + stringBytes() + printed;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.startObject().field("_index", index()).field("_id", id).endObject();
  }

  /** Reads the descriptions of documents of a segment, in ascending order, and writes them. */
  static final class Writer {

    private final LeafStoredFieldLoader stored;
    private final IdLoader.Leaf ids;
    private final NumericDocValues seqNos;
    private final NumericDocValues terms;
    private final OrderReader orders;
    private final SortedSetDocValues clusters;

    /** Reads the order of a document; {@code null} for none. */
    @FunctionalInterface
    private interface OrderReader {
      BigDecimal read(int doc) throws IOException;
    }

    Writer(ShardQuestion.Segment segment) throws IOException {
      LeafReader reader = segment.leaf().reader();
      stored =
          StoredFieldLoader.create(false, Set.of(IdFieldMapper.NAME))
              .getLoader(segment.leaf(), segment.docs());
      ids = segment.context().subSearchContext().newIdLoader().leaf(stored, reader, segment.docs());
      seqNos = reader.getNumericDocValues(SeqNoFieldMapper.NAME);
      terms = reader.getNumericDocValues(SeqNoFieldMapper.PRIMARY_TERM_NAME);
      orders = orders(segment);
      clusters = clusters(segment.fields().update(), reader);
    }

    private static OrderReader orders(ShardQuestion.Segment segment) throws IOException {
      if (segment.fields().canonical() == null) {
        return doc -> null;
      }
      MappedFieldType type = segment.context().getFieldType(segment.fields().canonical());
      if (Set.of("half_float", "float", "double", "scaled_float").contains(type.typeName())) {
        SortedNumericDoubleValues values = doubles(segment, type);
        return doc -> values.advanceExact(doc) ? new BigDecimal(values.nextValue()) : null;
      }
      SortedNumericDocValues values =
          DocValues.getSortedNumeric(segment.leaf().reader(), type.name());
      LongFunction<BigDecimal> number =
          switch (type.typeName()) {
            // Doc values are signed: the least unsigned number is the least signed one.
            case "unsigned_long" ->
                value -> new BigDecimal(Long.toUnsignedString(value ^ Long.MIN_VALUE));
            case "date_nanos" -> value -> BigDecimal.valueOf(value, 6);
            default -> BigDecimal::valueOf;
          };
      return doc -> values.advanceExact(doc) ? number.apply(values.nextValue()) : null;
    }

    /** Of a {@code scaled_float} only its field data knows the factor. */
    private static SortedNumericDoubleValues doubles(
        ShardQuestion.Segment segment, MappedFieldType type) {
      IndexNumericFieldData data =
          (IndexNumericFieldData)
              segment
                  .context()
                  .subSearchContext()
                  .getSearchExecutionContext()
                  .getForField(type, MappedFieldType.FielddataOperation.SEARCH);
      return data.load(segment.leaf()).getDoubleValues();
    }

    private static SortedSetDocValues clusters(String update, LeafReader reader)
        throws IOException {
      FieldInfo info = update == null ? null : reader.getFieldInfos().fieldInfo(update);
      return info == null || info.getDocValuesType() != DocValuesType.SORTED_SET
          ? DocValues.emptySortedSet()
          : DocValues.getSortedSet(reader, update);
    }

    void write(int doc, StreamOutput out) throws IOException {
      stored.advanceTo(doc);
      new Member(
              null,
              ids.getId(doc),
              stored.routing(),
              seqNos != null && seqNos.advanceExact(doc) ? seqNos.longValue() : -2,
              terms != null && terms.advanceExact(doc) ? terms.longValue() : 0,
              orders.read(doc),
              clusters.advanceExact(doc) && clusters.docValueCount() == 1
                  ? clusters.lookupOrd(clusters.nextOrd()).utf8ToString()
                  : null)
          .writeTo(out);
    }
  }
}
