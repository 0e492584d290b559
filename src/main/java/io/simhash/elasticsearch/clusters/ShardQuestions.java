package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.elasticsearch.query.ConfirmTexts;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry.Entry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.SortedNumericDoubleValues;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.shard.ShardId;

/** The questions that there are. */
public final class ShardQuestions {

  private ShardQuestions() {}

  /** For registration. */
  public static List<Entry> namedWriteables() {
    return List.of(
        new Entry(ShardQuestion.class, Values.NAME, Values::new),
        new Entry(ShardQuestion.class, Bands.NAME, Bands::new),
        new Entry(ShardQuestion.class, Signatures.NAME, Signatures::new),
        new Entry(ShardQuestion.class, Members.NAME, Members::new),
        new Entry(ShardQuestion.class, Shingles.NAME, Shingles::new));
  }

  private static BinaryDocValues signatures(ShardQuestion.Segment segment) throws IOException {
    return DocValues.getBinary(
        segment.leaf().reader(), SimHashFields.signatureField(segment.field()));
  }

  /** The stored signature of a document, if it is of this version; otherwise {@code null}. */
  private static BytesRef signature(BinaryDocValues stored, int doc) throws IOException {
    BytesRef signature = stored.advanceExact(doc) ? stored.binaryValue() : null;
    return signature != null
            && signature.length > 0
            && signature.bytes[signature.offset] == SignatureParameters.VERSION
        ? signature
        : null;
  }

  /**
   * The header of a stored signature as one number. Signatures are comparable if it is the same.
   */
  private static long parameters(BytesRef stored) {
    long parameters = 0;
    for (int i = 0; i < SignatureParameters.headerBytes(stored.bytes, stored.offset); i++) {
      parameters = parameters << Byte.SIZE | stored.bytes[stored.offset + i] & 0xFF;
    }
    return parameters;
  }

  /**
   * The fingerprint, and the hash of the signature, of all documents that match, also of those
   * without a value.
   *
   * @param withSignatures whether signatures matter
   */
  record Values(boolean withSignatures) implements ShardQuestion<Value> {

    static final String NAME = "simhash_values";

    private static final int FINGERPRINT = 1;
    private static final int SIGNATURE = 2;

    Values(StreamInput in) throws IOException {
      this(in.readBoolean());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeBoolean(withSignatures);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public Writer open(Segment segment) throws IOException {
      SortedNumericDocValues fingerprints =
          DocValues.getSortedNumeric(segment.leaf().reader(), segment.field());
      BinaryDocValues signatures = signatures(segment);
      return (doc, out) -> {
        boolean hasFingerprint = fingerprints.advanceExact(doc);
        BytesRef signature = withSignatures ? signature(signatures, doc) : null;
        out.writeVInt(segment.leaf().docBase + doc);
        out.writeByte(
            (byte) ((hasFingerprint ? FINGERPRINT : 0) | (signature == null ? 0 : SIGNATURE)));
        if (hasFingerprint) {
          out.writeLong(fingerprints.nextValue());
        }
        if (signature != null) {
          out.writeLong(Signature.hash(signature.bytes, signature.offset, signature.length));
          out.writeVLong(parameters(signature));
        }
      };
    }

    @Override
    public Value read(ShardId shard, StreamInput in) throws IOException {
      int has = in.readByte();
      boolean hasFingerprint = (has & FINGERPRINT) != 0;
      long fingerprint = hasFingerprint ? in.readLong() : 0;
      boolean signed = (has & SIGNATURE) != 0;
      return new Value(
          hasFingerprint, fingerprint, signed ? in.readLong() : 0, signed ? in.readVLong() : 0);
    }
  }

  /**
   * The value of a document.
   *
   * @param hasFingerprint whether there is a fingerprint
   * @param hash of the signature; 0 for none
   * @param parameters the header of the signature as one number; 0 for none
   */
  record Value(boolean hasFingerprint, long fingerprint, long hash, long parameters) {}

  /**
   * Some bands of the documents that match and have a signature of some parameters.
   *
   * @param parameters as {@link Value#parameters}
   * @param first the first band
   * @param count the number of bands
   */
  record Bands(long parameters, int first, int count) implements ShardQuestion<char[]> {

    static final String NAME = "simhash_bands";

    Bands(StreamInput in) throws IOException {
      this(in.readLong(), in.readVInt(), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeLong(parameters);
      out.writeVInt(first);
      out.writeVInt(count);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public Writer open(Segment segment) throws IOException {
      BinaryDocValues signatures = signatures(segment);
      return (doc, out) -> {
        BytesRef signature = signature(signatures, doc);
        if (signature != null && ShardQuestions.parameters(signature) == parameters) {
          out.writeVInt(segment.leaf().docBase + doc);
          for (int band = first; band < first + count; band++) {
            out.writeShort((short) Signature.storedBand(signature.bytes, signature.offset, band));
          }
        }
      };
    }

    @Override
    public char[] read(ShardId shard, StreamInput in) throws IOException {
      char[] bands = new char[count];
      for (int band = 0; band < count; band++) {
        bands[band] = (char) in.readShort();
      }
      return bands;
    }
  }

  /** A question about documents that it names. */
  private interface OfDocuments<T> extends ShardQuestion<T> {

    Map<ShardId, int[]> named();

    @Override
    default Optional<Map<ShardId, int[]>> docs() {
      return Optional.of(named());
    }

    @Override
    default void writeTo(StreamOutput out) throws IOException {
      out.writeMap(named(), StreamOutput::writeWriteable, StreamOutput::writeIntArray);
    }

    static Map<ShardId, int[]> read(StreamInput in) throws IOException {
      return in.readMap(ShardId::new, StreamInput::readIntArray);
    }
  }

  /** The signatures of some documents. */
  record Signatures(Map<ShardId, int[]> named) implements OfDocuments<Signature> {

    static final String NAME = "simhash_signatures";

    Signatures(StreamInput in) throws IOException {
      this(OfDocuments.read(in));
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public Writer open(Segment segment) throws IOException {
      BinaryDocValues signatures = signatures(segment);
      return (doc, out) -> {
        BytesRef signature = signature(signatures, doc);
        if (signature != null) {
          out.writeVInt(segment.leaf().docBase + doc);
          out.writeBytesRef(signature);
        }
      };
    }

    @Override
    public Signature read(ShardId shard, StreamInput in) throws IOException {
      return Signature.read(in.readByteArray());
    }
  }

  /** The descriptions of some documents. */
  record Members(Map<ShardId, int[]> named) implements OfDocuments<Member> {

    static final String NAME = "simhash_members";

    Members(StreamInput in) throws IOException {
      this(OfDocuments.read(in));
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public Writer open(Segment segment) throws IOException {
      LeafReader reader = segment.leaf().reader();
      LeafStoredFieldLoader stored =
          StoredFieldLoader.create(false, Set.of(IdFieldMapper.NAME))
              .getLoader(segment.leaf(), segment.docs());
      IdLoader.Leaf ids =
          segment.context().subSearchContext().newIdLoader().leaf(stored, reader, segment.docs());
      NumericDocValues seqNos = DocValues.getNumeric(reader, SeqNoFieldMapper.NAME);
      NumericDocValues terms = DocValues.getNumeric(reader, SeqNoFieldMapper.PRIMARY_TERM_NAME);
      OrderReader orders = orders(segment);
      SortedSetDocValues clusters = clusters(segment.update(), reader);
      return (doc, out) -> {
        stored.advanceTo(doc);
        out.writeVInt(segment.leaf().docBase + doc);
        new Member(
                null,
                ids.getId(doc),
                stored.routing(),
                seqNos.advanceExact(doc) ? seqNos.longValue() : -2,
                terms.advanceExact(doc) ? terms.longValue() : 0,
                orders.read(doc),
                clusters.advanceExact(doc) && clusters.docValueCount() == 1
                    ? clusters.lookupOrd(clusters.nextOrd()).utf8ToString()
                    : null)
            .writeTo(out);
      };
    }

    /** Reads the order of a document; {@code null} for none. */
    @FunctionalInterface
    private interface OrderReader {
      BigDecimal read(int doc) throws IOException;
    }

    private static OrderReader orders(Segment segment) throws IOException {
      if (segment.canonical() == null) {
        return doc -> null;
      }
      MappedFieldType type = segment.context().getFieldType(segment.canonical());
      if (Set.of("half_float", "float", "double", "scaled_float").contains(type.typeName())) {
        // Of a scaled_float only its field data knows the factor.
        IndexNumericFieldData data =
            (IndexNumericFieldData)
                segment
                    .context()
                    .subSearchContext()
                    .getSearchExecutionContext()
                    .getForField(type, MappedFieldType.FielddataOperation.SEARCH);
        SortedNumericDoubleValues values = data.load(segment.leaf()).getDoubleValues();
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

    private static SortedSetDocValues clusters(String update, LeafReader reader)
        throws IOException {
      FieldInfo info = update == null ? null : reader.getFieldInfos().fieldInfo(update);
      return info == null || info.getDocValuesType() != DocValuesType.SORTED_SET
          ? DocValues.emptySortedSet()
          : DocValues.getSortedSet(reader, update);
    }

    @Override
    public Member read(ShardId shard, StreamInput in) throws IOException {
      return new Member(shard, in);
    }
  }

  /**
   * The shingles of the texts of some documents.
   *
   * @param maxBytes the size of a shard's answer at most; further documents are left out
   * @param parameters those of the signatures, see {@link Value#parameters}
   */
  record Shingles(Map<ShardId, int[]> named, long maxBytes, long parameters)
      implements OfDocuments<HashedSet> {

    static final String NAME = "simhash_shingles";

    Shingles(StreamInput in) throws IOException {
      this(OfDocuments.read(in), in.readVLong(), in.readLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      OfDocuments.super.writeTo(out);
      out.writeVLong(maxBytes);
      out.writeLong(parameters);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public Writer open(Segment segment) throws IOException {
      ConfirmTexts.SegmentSets texts =
          segment.texts().open(segment.leaf(), Documents.shingling(parameters));
      return new Writer() {
        private boolean full;

        @Override
        public void write(int doc, BytesStreamOutput out) throws IOException {
          HashedSet set = full ? null : texts.read(doc);
          full = full || segment.heap().addAndGet(set.bytes()) > maxBytes;
          if (full == false) {
            out.writeVInt(segment.leaf().docBase + doc);
            out.writeLongArray(set.toArray());
          }
        }
      };
    }

    @Override
    public HashedSet read(ShardId shard, StreamInput in) throws IOException {
      return HashedSet.of(LongStream.of(in.readLongArray()));
    }
  }
}
