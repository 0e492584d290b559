package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.elasticsearch.index.fieldvisitor.LeafStoredFieldLoader;
import org.elasticsearch.index.fieldvisitor.StoredFieldLoader;
import org.elasticsearch.index.mapper.IdLoader;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.shard.ShardId;

/** The descriptions of some documents. */
final class MembersAnswer extends NamedDocuments {

  private final String canonical;
  private final String index;
  private final Supplier<IdLoader> ids;
  private final LongConsumer memory;
  private final List<Member> members = new ArrayList<>();
  private long bytes;

  /**
   * @param canonical the field that decides which member is canonical; {@code null} for none
   * @param ids reads ids, wherever the index keeps them
   * @param memory called with the bytes that the answer takes so far; may end the work by throwing
   */
  MembersAnswer(
      ShardQuestion question,
      String canonical,
      String index,
      Supplier<IdLoader> ids,
      LongConsumer memory) {
    super(question);
    this.canonical = canonical;
    this.index = index;
    this.ids = ids;
    this.memory = memory;
  }

  @Override
  void read(LeafReaderContext leaf, int[] docs) throws IOException {
    LeafStoredFieldLoader stored = StoredFieldLoader.create(false, Set.of()).getLoader(leaf, docs);
    IdLoader.Leaf idsInLeaf = ids.get().leaf(stored, leaf.reader(), docs);
    NumericDocValues seqNos = leaf.reader().getNumericDocValues(SeqNoFieldMapper.NAME);
    NumericDocValues terms = leaf.reader().getNumericDocValues(SeqNoFieldMapper.PRIMARY_TERM_NAME);
    SortedNumericDocValues orders =
        canonical == null
            ? DocValues.emptySortedNumeric()
            : DocValues.getSortedNumeric(leaf.reader(), canonical);
    for (int doc : docs) {
      stored.advanceTo(doc);
      Long order = orders.advanceExact(doc) ? orders.nextValue() : null;
      long seqNo = seqNos != null && seqNos.advanceExact(doc) ? seqNos.longValue() : -2;
      long term = terms != null && terms.advanceExact(doc) ? terms.longValue() : 0;
      Member member = new Member(index, idsInLeaf.getId(doc), stored.routing(), seqNo, term, order);
      members.add(member);
      bytes += Member.BYTES + member.stringBytes();
      answered(leaf, doc);
      memory.accept(bytes);
    }
  }

  @Override
  public ShardValues values(ShardId shard) {
    return ShardValues.ofMembers(shard, docs(), members);
  }
}
