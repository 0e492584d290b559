package io.simhash.elasticsearch.clusters;

import static io.simhash.elasticsearch.clusters.StoredSignatures.isReadable;

import io.simhash.core.cluster.SignatureBands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.elasticsearch.query.ConfirmTexts;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.aggregations.LeafBucketCollector;

/** Reads what a {@link ShardQuestion} asks for, segment by segment. */
final class DocumentsCollector {

  private static final int MEMBER_BYTES = 200;

  private final ShardQuestion question;
  private final String field;
  private final String canonical;
  private final String index;
  private final Supplier<IdLoader> ids;
  private final LongConsumer memory;

  private int size;
  private int[] docs = {};
  private long[] fingerprints = {};
  private long[] hashes = {};
  private long[] parameters = {};
  private int bandSize;
  private int[] bands = {};
  private final List<BytesReference> signatures = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final List<long[]> shingles = new ArrayList<>();
  private long shingleBytes;

  /**
   * @param ids reads ids, wherever the index keeps them
   * @param memory called with the bytes that the answer takes so far; may end the work by throwing
   */
  DocumentsCollector(
      ShardQuestion question,
      String field,
      String canonical,
      String index,
      Supplier<IdLoader> ids,
      LongConsumer memory) {
    this.question = question;
    this.field = field;
    this.canonical = canonical;
    this.index = index;
    this.ids = ids;
    this.memory = memory;
  }

  private BinaryDocValues storedSignatures(LeafReaderContext leaf) throws IOException {
    return DocValues.getBinary(leaf.reader(), SimHashFields.signatureField(field));
  }

  /** Collects the fingerprint, and the hash of the signature, of each matching document. */
  LeafBucketCollector fingerprints(LeafReaderContext leaf) throws IOException {
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf.reader(), field);
    BinaryDocValues stored = storedSignatures(leaf);
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        if (values.advanceExact(doc)) {
          boolean signed = question.withSignatures() && stored.advanceExact(doc);
          long hash = signed ? hash(stored.binaryValue()) : 0;
          if (hash != 0 || question.signedOnly() == false) {
            add(leaf.docBase + doc, values.nextValue(), hash);
          }
        }
      }
    };
  }

  /** Collects each matching document, with 0 for its fingerprint. */
  LeafBucketCollector documents(LeafReaderContext leaf) {
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) {
        add(leaf.docBase + doc, 0, 0);
      }
    };
  }

  private long hash(BytesRef stored) {
    if (isReadable(stored) == false) {
      return 0;
    }
    long made = StoredSignatures.parameters(stored);
    if (parameters.length == 0 || parameters[parameters.length - 1] != made) {
      addParameters(made);
    }
    return SignatureBands.hash(stored.bytes, stored.offset, stored.length);
  }

  private void addParameters(long made) {
    for (long known : parameters) {
      if (known == made) {
        return;
      }
    }
    parameters = ArrayUtil.growExact(parameters, parameters.length + 1);
    parameters[parameters.length - 1] = made;
  }

  /** Half as much again: growing by less leaves many times the final size to be collected. */
  private static int larger(int needed) {
    return (int) Math.min(ArrayUtil.MAX_ARRAY_LENGTH, 1024L + needed + (needed >> 1));
  }

  private void add(int doc, long fingerprint, long hash) {
    if (size == docs.length) {
      int capacity = larger(size + 1);
      memory.accept(2L * capacity * (Integer.BYTES + 2 * Long.BYTES));
      docs = ArrayUtil.growExact(docs, capacity);
      fingerprints = ArrayUtil.growExact(fingerprints, capacity);
      hashes = ArrayUtil.growExact(hashes, question.withSignatures() ? capacity : 0);
    }
    docs[size] = doc;
    fingerprints[size] = fingerprint;
    if (question.withSignatures()) {
      hashes[size] = hash;
    }
    size++;
  }

  /**
   * Collects some bands of each matching document with a fingerprint and a signature of the
   * parameters, or the document.
   */
  LeafBucketCollector bands(LeafReaderContext leaf) throws IOException {
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf.reader(), field);
    BinaryDocValues stored = storedSignatures(leaf);
    return new LeafBucketCollector() {
      @Override
      public void collect(int doc, long bucket) throws IOException {
        if (values.advanceExact(doc) && stored.advanceExact(doc)) {
          addBands(leaf.docBase + doc, stored.binaryValue());
        }
      }
    };
  }

  private void addBands(int doc, BytesRef stored) {
    if (isReadable(stored) == false
        || StoredSignatures.parameters(stored) != question.parameters()) {
      return;
    }
    if (question.bandCount() == 0) {
      docs = ArrayUtil.grow(docs, size + 1);
      memory.accept(2L * docs.length * Integer.BYTES);
      docs[size++] = doc;
    }
    if (bandSize + question.bandCount() > bands.length) {
      int capacity = larger(bandSize + question.bandCount());
      memory.accept(2L * capacity * Integer.BYTES);
      bands = ArrayUtil.growExact(bands, capacity);
    }
    int components = stored.offset + Signature.HEADER_BYTES;
    for (int i = 0; i < question.bandCount(); i++) {
      bands[bandSize++] = question.bands().band(stored.bytes, components, question.firstBand() + i);
    }
  }

  /** Reads the signatures of those of the documents that are in this segment. */
  void signatures(LeafReaderContext leaf, int[] wanted) throws IOException {
    BinaryDocValues stored = storedSignatures(leaf);
    forEach(
        leaf,
        wanted,
        doc -> {
          boolean signed = stored.advanceExact(doc) && isReadable(stored.binaryValue());
          byte[] bytes =
              signed ? BytesRef.deepCopyOf(stored.binaryValue()).bytes : BytesRef.EMPTY_BYTES;
          signatures.add(new BytesArray(bytes));
          memory.accept((long) signatures.size() * (bytes.length + 50));
        });
  }

  /** Describes those of the documents that are in this segment. */
  void members(LeafReaderContext leaf, int[] wanted) throws IOException {
    int[] inLeaf = inLeaf(leaf, wanted);
    LeafStoredFieldLoader stored =
        StoredFieldLoader.create(false, Set.of()).getLoader(leaf, inLeaf);
    IdLoader.Leaf idsInLeaf = ids.get().leaf(stored, leaf.reader(), inLeaf);
    NumericDocValues seqNos = leaf.reader().getNumericDocValues(SeqNoFieldMapper.NAME);
    NumericDocValues terms = leaf.reader().getNumericDocValues(SeqNoFieldMapper.PRIMARY_TERM_NAME);
    SortedNumericDocValues orders =
        canonical == null
            ? DocValues.emptySortedNumeric()
            : DocValues.getSortedNumeric(leaf.reader(), canonical);
    forEach(
        leaf,
        wanted,
        doc -> {
          stored.advanceTo(doc);
          Long order = orders.advanceExact(doc) ? orders.nextValue() : null;
          long seqNo = seqNos != null && seqNos.advanceExact(doc) ? seqNos.longValue() : -2;
          long term = terms != null && terms.advanceExact(doc) ? terms.longValue() : 0;
          members.add(
              new Member(index, idsInLeaf.getId(doc), stored.routing(), seqNo, term, order));
          memory.accept((long) members.size() * MEMBER_BYTES);
        });
  }

  /** Cuts the texts of those of the documents that are in this segment. */
  void shingles(LeafReaderContext leaf, int[] wanted, ConfirmTexts texts) throws IOException {
    ConfirmTexts.SegmentSets sets = texts.open(leaf);
    forEach(
        leaf,
        wanted,
        doc -> {
          HashedSet set = sets.read(doc);
          shingles.add(set.toArray());
          shingleBytes += set.bytes();
          memory.accept(shingleBytes);
        });
  }

  private interface DocReader {
    void read(int doc) throws IOException;
  }

  /** Documents that the reader hides from the caller are left out. */
  private void forEach(LeafReaderContext leaf, int[] wanted, DocReader reader) throws IOException {
    for (int doc : inLeaf(leaf, wanted)) {
      docs = ArrayUtil.grow(docs, size + 1);
      docs[size++] = leaf.docBase + doc;
      reader.read(doc);
    }
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

  /** The answer. */
  ShardValues values(ShardId shard) {
    return new ShardValues(
        shard,
        Arrays.copyOf(docs, size),
        Arrays.copyOf(fingerprints, fingerprints.length == 0 ? 0 : size),
        Arrays.copyOf(hashes, hashes.length == 0 ? 0 : size),
        parameters,
        Arrays.copyOf(bands, bandSize),
        signatures,
        members,
        shingles);
  }
}
