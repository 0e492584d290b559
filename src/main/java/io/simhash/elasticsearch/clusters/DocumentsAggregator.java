package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.elasticsearch.option.SameReader;
import io.simhash.elasticsearch.query.ConfirmTexts;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.util.set.Sets;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardUtils;
import org.elasticsearch.search.aggregations.AggregationExecutionContext;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.LeafBucketCollector;
import org.elasticsearch.search.aggregations.metrics.MetricsAggregator;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.search.lookup.SourceProvider;

/** Answers a {@link ShardQuestion} on one shard. */
final class DocumentsAggregator extends MetricsAggregator {

  /** Memory is accounted in steps of a megabyte. */
  private static final long BYTES_PER_STEP = 1 << 20;

  private final AggregationContext context;
  private final ClusterFields fields;
  private final ShardQuestion question;
  private final String field;
  private final ConfirmTexts texts;
  private final SameReader same;
  private final BytesStreamOutput answer = new BytesStreamOutput();

  /** Both parts of a signature, to hash them. */
  private final BytesRefBuilder whole = new BytesRefBuilder();

  /** The bytes of a signature by its header. */
  private final Map<Long, Integer> bytes = new HashMap<>();

  /** The values of {@code same} of the documents of the answer, numbered as they come. */
  private final SameNumbers numbers = new SameNumbers();

  private ShardId shard;
  private boolean ofTexts;
  private long accounted;
  private long matched;

  /** The heap of all shingles of the answer when they are read. */
  private long shingleBytes;

  /**
   * @param field the name of the field; {@code null} if the index does not map it
   */
  DocumentsAggregator(
      AggregationContext context,
      Aggregator parent,
      Map<String, Object> metadata,
      ClusterFields fields,
      ShardQuestion question,
      String field)
      throws IOException {
    super(ShardAnswers.NAME, context, parent, metadata);
    this.context = context;
    this.fields = fields;
    this.question = question;
    this.field = field;
    this.texts = field == null ? null : fields.texts(context);
    this.same = field == null ? null : fields.sameReader(context);
    this.ofTexts =
        texts != null && texts.made(field, SignatureHeader.parameters(question.header()));
  }

  @Override
  protected LeafBucketCollector getLeafCollector(
      AggregationExecutionContext execution, LeafBucketCollector sub) throws IOException {
    LeafReaderContext leaf = execution.getLeafReaderContext();
    shard = ShardUtils.extractShardId(leaf.reader());
    if (field == null) {
      return LeafBucketCollector.NO_OP_COLLECTOR;
    }
    ofTexts = ofTexts && hidesTexts(leaf.reader()) == false;
    if (question.docs() == null) {
      Writer writer = open(leaf, new int[0]);
      return new LeafBucketCollector() {
        @Override
        public void collect(int doc, long bucket) throws IOException {
          matched++;
          write(writer, doc);
        }
      };
    }
    int[] docs = inLeaf(leaf, question.docs().getOrDefault(shard, new int[0]));
    if (docs.length > 0) {
      Writer writer = open(leaf, docs);
      for (int doc : docs) {
        write(writer, doc);
      }
    }
    return LeafBucketCollector.NO_OP_COLLECTOR;
  }

  private boolean hidesTexts(LeafReader reader) {
    String signature = SimHashFields.signatureField(field);
    return texts.areAbsent(reader) && reader.getFieldInfos().fieldInfo(signature) != null;
  }

  private static int[] inLeaf(LeafReaderContext leaf, int[] wanted) {
    Bits live = leaf.reader().getLiveDocs();
    int from = Arrays.binarySearch(wanted, leaf.docBase);
    int to = Arrays.binarySearch(wanted, leaf.docBase + leaf.reader().maxDoc());
    return Arrays.stream(wanted, from < 0 ? -from - 1 : from, to < 0 ? -to - 1 : to)
        .map(doc -> doc - leaf.docBase)
        .filter(doc -> live == null || live.get(doc))
        .toArray();
  }

  private void write(Writer writer, int doc) throws IOException {
    writer.write(doc);
    long held = answer.size() + numbers.bytes();
    if (held - accounted >= BYTES_PER_STEP) {
      addRequestCircuitBreakerBytes(held - accounted);
      accounted = held;
    }
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) {
    // A shard without a segment has no document.
    return shard == null || field == null
        ? buildEmptyAggregation()
        : new ShardAnswers(
            metadata(),
            mapped(),
            List.of(new ShardAnswers.Answer(shard, answer.bytes(), matched, ofTexts)));
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return new ShardAnswers(metadata(), mapped(), List.of());
  }

  private Set<String> mapped() {
    return field == null ? Set.of() : Sets.addToCopy(same.mapped(), fields.near().field());
  }

  /** Writes the number of a document of a segment and its part, or nothing if it has no part. */
  @FunctionalInterface
  private interface Writer {
    void write(int doc) throws IOException;
  }

  /**
   * @param docs the documents that the question names, by their numbers in the segment
   */
  private Writer open(LeafReaderContext leaf, int[] docs) throws IOException {
    return switch (question.part()) {
      case NUMBER -> doc -> answer.writeVInt(leaf.docBase + doc);
      case FINGERPRINT -> values(leaf, false);
      case VALUE -> values(leaf, true);
      case BANDS -> bands(leaf);
      case HEAD -> heads(leaf);
      case SIGNATURE -> signatures(leaf);
      case DOCUMENT -> documents(leaf, docs);
      case SHINGLES -> shingles(leaf);
      case TEXT -> texts(leaf);
    };
  }

  private BinaryDocValues storedHeads(LeafReaderContext leaf) throws IOException {
    return DocValues.getBinary(leaf.reader(), SimHashFields.signatureField(field));
  }

  private BinaryDocValues storedRests(LeafReaderContext leaf) throws IOException {
    return DocValues.getBinary(leaf.reader(), SimHashFields.signatureRestField(field));
  }

  /** The head of a signature of this version, as it is stored; {@code null} if there is none. */
  private static BytesRef head(BinaryDocValues heads, int doc) throws IOException {
    BytesRef head = heads.advanceExact(doc) ? heads.binaryValue() : null;
    return head != null && head.length > 0 && head.bytes[head.offset] == SignatureParameters.VERSION
        ? head
        : null;
  }

  private static BytesRef rest(BinaryDocValues rests, int doc) throws IOException {
    return rests.advanceExact(doc) ? rests.binaryValue() : new BytesRef();
  }

  /** Writes the parts that {@link NumberedDocuments#add} reads. */
  private Writer values(LeafReaderContext leaf, boolean withHashes) throws IOException {
    SortedNumericDocValues fingerprints = DocValues.getSortedNumeric(leaf.reader(), field);
    BinaryDocValues heads = storedHeads(leaf);
    BinaryDocValues rests = storedRests(leaf);
    int flags = fields.same().isEmpty() ? 0 : ShardQuestion.SAME;
    SameReader.Segment sameOf = same.open(leaf);
    return doc -> {
      boolean hasFingerprint = fingerprints.advanceExact(doc);
      BytesRef head = hasFingerprint && withHashes == false ? null : head(heads, doc);
      if (hasFingerprint == false && head == null) {
        return;
      }
      BytesRef rest = withHashes && head != null ? rest(rests, doc) : null;
      boolean hashed = rest != null && isWhole(head, rest);
      answer.writeVInt(leaf.docBase + doc);
      answer.writeByte(
          (byte)
              (flags
                  | (hasFingerprint ? ShardQuestion.FINGERPRINT : 0)
                  | (hashed ? ShardQuestion.SIGNATURE : 0)));
      if (flags != 0) {
        numbers.write(sameOf.of(doc), answer);
      }
      if (hasFingerprint) {
        answer.writeLong(fingerprints.nextValue());
      }
      if (hashed) {
        answer.writeLong(hash(head, rest));
        answer.writeVLong(SignatureHeader.of(head));
      }
    };
  }

  /** False where the reader hides the rest: the signature counts as absent. */
  private boolean isWhole(BytesRef head, BytesRef rest) {
    return head.length + rest.length
        == bytes.computeIfAbsent(
            SignatureHeader.of(head), header -> SignatureHeader.parameters(header).bytes());
  }

  private long hash(BytesRef head, BytesRef rest) {
    whole.copyBytes(head);
    whole.append(rest);
    return Signature.hash(whole.bytes(), 0, whole.length());
  }

  private Writer bands(LeafReaderContext leaf) throws IOException {
    BinaryDocValues heads = storedHeads(leaf);
    int length = lengthOfBands();
    return doc -> {
      BytesRef head = head(heads, doc);
      if (head != null) {
        int from = SignatureParameters.headerBytes(head.bytes, head.offset);
        answer.writeVInt(leaf.docBase + doc);
        answer.writeBytesRef(new BytesRef(head.bytes, head.offset + from, length));
      }
    };
  }

  private Writer heads(LeafReaderContext leaf) throws IOException {
    BinaryDocValues heads = storedHeads(leaf);
    int length = lengthOfBands();
    return doc -> {
      BytesRef head = head(heads, doc);
      if (head != null) {
        int from = SignatureParameters.headerBytes(head.bytes, head.offset) + length;
        answer.writeVInt(leaf.docBase + doc);
        answer.writeBytesRef(new BytesRef(head.bytes, head.offset + from, head.length - from));
      }
    };
  }

  private int lengthOfBands() {
    return Character.BYTES * SignatureHeader.parameters(question.header()).bands().bands();
  }

  private Writer signatures(LeafReaderContext leaf) throws IOException {
    BinaryDocValues heads = storedHeads(leaf);
    BinaryDocValues rests = storedRests(leaf);
    return doc -> {
      BytesRef head = head(heads, doc);
      if (head != null) {
        answer.writeVInt(leaf.docBase + doc);
        answer.writeBytesRef(head);
        answer.writeBytesRef(rest(rests, doc));
      }
    };
  }

  private ConfirmTexts.SegmentSets sets(LeafReaderContext leaf) throws IOException {
    return texts.open(leaf, SignatureHeader.parameters(question.header()));
  }

  private Writer texts(LeafReaderContext leaf) throws IOException {
    ConfirmTexts.SegmentSets sets = sets(leaf);
    return doc -> {
      HashedSet set = sets.read(doc);
      if (set.isEmpty() == false) {
        answer.writeVInt(leaf.docBase + doc);
        answer.writeLong(set.hash());
      }
    };
  }

  private Writer shingles(LeafReaderContext leaf) throws IOException {
    ConfirmTexts.SegmentSets sets = sets(leaf);
    return doc -> {
      if (shingleBytes <= question.maxBytes()) {
        HashedSet set = sets.read(doc);
        shingleBytes += set.bytes();
        if (shingleBytes <= question.maxBytes()) {
          answer.writeVInt(leaf.docBase + doc);
          answer.writeLongArray(set.toArray());
        }
      }
    };
  }

  private Writer documents(LeafReaderContext leaf, int[] docs) throws IOException {
    LeafReader reader = leaf.reader();
    LeafStoredFieldLoader stored =
        StoredFieldLoader.create(false, Set.of(IdFieldMapper.NAME)).getLoader(leaf, docs);
    IdLoader.Leaf ids = context.subSearchContext().newIdLoader().leaf(stored, reader, docs);
    NumericDocValues seqNos = DocValues.getNumeric(reader, SeqNoFieldMapper.NAME);
    NumericDocValues terms = DocValues.getNumeric(reader, SeqNoFieldMapper.PRIMARY_TERM_NAME);
    CheckedIntFunction<BigDecimal, IOException> orders =
        CanonicalOrder.open(context, fields.canonical(), leaf);
    SortedSetDocValues clusters = clusters(reader);
    SortedNumericDocValues originals = originals(reader);
    CheckedIntFunction<Object, IOException> tags = tags(leaf);
    return doc -> {
      stored.advanceTo(doc);
      answer.writeVInt(leaf.docBase + doc);
      new ClusterDocument(
              null,
              ids.getId(doc),
              stored.routing(),
              seqNos.advanceExact(doc) ? seqNos.longValue() : -2,
              terms.advanceExact(doc) ? terms.longValue() : 0,
              orders.apply(doc),
              clusters.advanceExact(doc) && clusters.docValueCount() == 1
                  ? clusters.lookupOrd(clusters.nextOrd()).utf8ToString()
                  : null,
              originals.advanceExact(doc) && originals.docValueCount() == 1
                  ? originals.nextValue() == 1
                  : null,
              tags.apply(doc))
          .writeTo(answer);
    };
  }

  private SortedSetDocValues clusters(LeafReader reader) throws IOException {
    return hasDocValues(reader, fields.update(), DocValuesType.SORTED_SET)
        ? DocValues.getSortedSet(reader, fields.update())
        : DocValues.emptySortedSet();
  }

  private SortedNumericDocValues originals(LeafReader reader) throws IOException {
    return hasDocValues(reader, fields.original(), DocValuesType.SORTED_NUMERIC)
        ? DocValues.getSortedNumeric(reader, fields.original())
        : DocValues.emptySortedNumeric();
  }

  private static boolean hasDocValues(LeafReader reader, String field, DocValuesType type) {
    FieldInfo info = field == null ? null : reader.getFieldInfos().fieldInfo(field);
    return info != null && info.getDocValuesType() == type;
  }

  /** Reads the tag from {@code _source}, where it is as a partial update finds it. */
  private CheckedIntFunction<Object, IOException> tags(LeafReaderContext leaf) {
    if (fields.target() == null) {
      return doc -> null;
    }
    SourceProvider source =
        SearchContexts.source(context.subSearchContext().getSearchExecutionContext(), null);
    return doc -> source.getSource(leaf, doc).source().get(fields.target());
  }
}
