package io.simhash.elasticsearch.clusters;

import static org.elasticsearch.index.seqno.SequenceNumbers.UNASSIGNED_PRIMARY_TERM;
import static org.elasticsearch.index.seqno.SequenceNumbers.UNASSIGNED_SEQ_NO;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.SameReader;
import io.simhash.elasticsearch.query.ConfirmTexts;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.search.StoredSignatures;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.util.BytesRefHash;
import org.elasticsearch.common.util.set.Sets;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.AggregationExecutionContext;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.LeafBucketCollector;
import org.elasticsearch.search.aggregations.metrics.MetricsAggregator;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.search.internal.SearchContext;

/** Answers a {@link ShardQuestion} on one shard. */
final class DocumentsAggregator extends MetricsAggregator {

  /** Memory is accounted in steps of a megabyte. */
  private static final long BYTES_PER_STEP = 1 << 20;

  private final SearchContext searched;
  private final ClusterFields fields;
  private final ShardQuestion question;
  private final String field;
  private final ConfirmTexts texts;
  private final SameReader same;
  private final ShardId shard;
  private final BytesStreamOutput answer = new BytesStreamOutput();

  /** Both parts of a signature, to hash them. */
  private final BytesRefBuilder whole = new BytesRefBuilder();

  /** The parameters of the signatures that the question is about. */
  private final SignatureParameters parameters;

  /** The bytes of a signature by its header. */
  private final Map<Long, Integer> bytes = new HashMap<>();

  /** The different values of {@code same} in the answer; accounts for its heap itself. */
  private final BytesRefHash sameValues;

  private boolean ofTexts;
  private long accounted;
  private long matched;

  /** The heap of all shingles of the answer when they are read. */
  private long shingleBytes;

  /** Refuses fields of {@code confirm} and {@code same} that cannot be used. */
  DocumentsAggregator(
      AggregationContext context,
      Aggregator parent,
      Map<String, Object> metadata,
      ClusterFields fields,
      ShardQuestion question,
      NearFieldType type)
      throws IOException {
    super(ShardAnswers.NAME, context, parent, metadata);
    this.searched = context.subSearchContext();
    SearchExecutionContext index = searched.getSearchExecutionContext();
    this.fields = fields;
    this.question = question;
    this.field = type.name();
    this.texts =
        fields.confirm() == null
            ? null
            : new ConfirmTexts(
                index, fields.confirm(), type.hasher().options(), "confirm.field", "confirm");
    this.same = new SameReader(fields.same(), index);
    this.shard = new ShardId(index.index(), index.getShardId());
    this.sameValues = new BytesRefHash(1, context.bigArrays());
    this.parameters = SignatureHeader.parameters(question.header());
    this.ofTexts = texts != null && texts.made(field, parameters);
  }

  @Override
  protected LeafBucketCollector getLeafCollector(
      AggregationExecutionContext execution, LeafBucketCollector sub) throws IOException {
    LeafReaderContext leaf = execution.getLeafReaderContext();
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
    if (answer.size() - accounted >= BYTES_PER_STEP) {
      addRequestCircuitBreakerBytes(answer.size() - accounted);
      accounted = answer.size();
    }
  }

  @Override
  public InternalAggregation buildAggregation(long owningBucketOrd) {
    return new ShardAnswers(
        metadata(),
        Sets.addToCopy(same.mapped(), fields.near().field()),
        List.of(new ShardAnswers.Answer(shard, answer.bytes(), matched, ofTexts)));
  }

  @Override
  public InternalAggregation buildEmptyAggregation() {
    return buildAggregation(0);
  }

  @Override
  protected void doClose() {
    Releasables.close(sameValues);
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
      case BANDS, HEAD, SIGNATURE -> signatures(leaf);
      case DOCUMENT -> documents(leaf, docs);
      case SHINGLES -> shingles(leaf);
      case TEXT -> texts(leaf);
    };
  }

  /** The head of a document's signature, if it is of this version; otherwise {@code null}. */
  private static BytesRef head(StoredSignatures signatures, int doc) throws IOException {
    BytesRef head = signatures.head(doc);
    boolean isKnown =
        head != null && head.length > 0 && head.bytes[head.offset] == SignatureParameters.VERSION;
    return isKnown ? head : null;
  }

  /** Writes the parts that {@link NumberedDocuments#add} reads. */
  private Writer values(LeafReaderContext leaf, boolean withHashes) throws IOException {
    SortedNumericDocValues fingerprints = DocValues.getSortedNumeric(leaf.reader(), field);
    StoredSignatures signatures = new StoredSignatures(leaf.reader(), field);
    int flags = fields.same().isEmpty() ? 0 : ShardQuestion.SAME;
    CheckedIntFunction<BytesRef, IOException> sameOf = same.open(leaf);
    return doc -> {
      boolean hasFingerprint = fingerprints.advanceExact(doc);
      BytesRef head = hasFingerprint && withHashes == false ? null : head(signatures, doc);
      if (hasFingerprint == false && head == null) {
        return;
      }
      BytesRef rest = withHashes && head != null ? signatures.rest(doc) : null;
      boolean hashed = rest != null && isWhole(head, rest);
      answer.writeVInt(leaf.docBase + doc);
      answer.writeByte(
          (byte)
              (flags
                  | (hasFingerprint ? ShardQuestion.FINGERPRINT : 0)
                  | (hashed ? ShardQuestion.SIGNATURE : 0)));
      if (flags != 0) {
        writeSame(sameOf.apply(doc));
      }
      if (hasFingerprint) {
        answer.writeLong(fingerprints.nextValue());
      }
      if (hashed) {
        whole.copyBytes(head);
        whole.append(rest);
        answer.writeLong(Signature.hash(whole.bytes(), 0, whole.length()));
        answer.writeVLong(SignatureHeader.of(head));
      }
    };
  }

  /** Writes the number of values, and if it is new the values. */
  private void writeSame(BytesRef values) throws IOException {
    long added = sameValues.add(values);
    answer.writeVInt((int) (added < 0 ? -1 - added : added));
    if (added >= 0) {
      answer.writeBytesRef(values);
    }
  }

  /** False where the reader hides the rest: the signature counts as absent. */
  private boolean isWhole(BytesRef head, BytesRef rest) {
    return head.length + rest.length
        == bytes.computeIfAbsent(
            SignatureHeader.of(head), header -> SignatureHeader.parameters(header).bytes());
  }

  private Writer signatures(LeafReaderContext leaf) throws IOException {
    StoredSignatures signatures = new StoredSignatures(leaf.reader(), field);
    int length = Character.BYTES * parameters.bands().bands();
    return doc -> {
      BytesRef head = head(signatures, doc);
      if (head == null) {
        return;
      }
      answer.writeVInt(leaf.docBase + doc);
      int bands = SignatureParameters.headerBytes(head.bytes, head.offset);
      int end = bands + length;
      switch (question.part()) {
        case BANDS -> answer.writeBytesRef(new BytesRef(head.bytes, head.offset + bands, length));
        case HEAD ->
            answer.writeBytesRef(new BytesRef(head.bytes, head.offset + end, head.length - end));
        default -> {
          answer.writeBytesRef(head);
          answer.writeBytesRef(signatures.rest(doc));
        }
      }
    };
  }

  private Writer texts(LeafReaderContext leaf) throws IOException {
    CheckedIntFunction<HashedSet, IOException> sets = texts.open(leaf, parameters, read -> {});
    return doc -> {
      HashedSet set = sets.apply(doc);
      if (set.isEmpty() == false) {
        answer.writeVInt(leaf.docBase + doc);
        answer.writeLong(set.hash());
      }
    };
  }

  private Writer shingles(LeafReaderContext leaf) throws IOException {
    CheckedIntFunction<HashedSet, IOException> sets = texts.open(leaf, parameters, read -> {});
    return doc -> {
      if (shingleBytes <= question.maxBytes()) {
        HashedSet set = sets.apply(doc);
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
    SearchExecutionContext index = searched.getSearchExecutionContext();
    LeafStoredFieldLoader stored =
        StoredFieldLoader.create(false, Set.of(IdFieldMapper.NAME)).getLoader(leaf, docs);
    IdLoader.Leaf ids = searched.newIdLoader().leaf(stored, reader, docs);
    NumericDocValues seqNos = DocValues.getNumeric(reader, SeqNoFieldMapper.NAME);
    NumericDocValues terms = DocValues.getNumeric(reader, SeqNoFieldMapper.PRIMARY_TERM_NAME);
    var orders = DocumentValues.numbers(index, fields.canonical(), leaf);
    var clusters = DocumentValues.keywords(reader, fields.update());
    var originals = DocumentValues.booleans(reader, fields.original());
    var tags = DocumentValues.objects(index, fields.target(), leaf);
    return doc -> {
      stored.advanceTo(doc);
      answer.writeVInt(leaf.docBase + doc);
      new ClusterDocument(
              null,
              ids.getId(doc),
              stored.routing(),
              seqNos.advanceExact(doc) ? seqNos.longValue() : UNASSIGNED_SEQ_NO,
              terms.advanceExact(doc) ? terms.longValue() : UNASSIGNED_PRIMARY_TERM,
              orders.apply(doc),
              clusters.apply(doc),
              originals.apply(doc),
              tags.apply(doc))
          .writeTo(answer);
    };
  }
}
