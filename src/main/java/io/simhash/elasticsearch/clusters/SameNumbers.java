package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/**
 * Different values of {@code same}, numbered from 0 in the order in which they come. An answer of a
 * shard has them once: for each document a number, and with a new number its values. So a run keeps
 * four bytes a document, and compares the values themselves, not hashes of them.
 */
final class SameNumbers {

  /** The heap of an entry without its bytes: a node and a place of the table, key and number. */
  private static final long BYTES = 110;

  /** The table has a seed of its own in each JVM, and orders what collides. */
  private final Map<BytesRef, Integer> numbers = new HashMap<>();

  private long bytes;

  /** The heap of the values. */
  long bytes() {
    return bytes;
  }

  private int number(BytesRef values) {
    Integer known = numbers.get(values);
    if (known != null) {
      return known;
    }
    int next = numbers.size();
    BytesRef kept = BytesRef.deepCopyOf(values);
    numbers.put(kept, next);
    bytes += BYTES + RamUsageEstimator.sizeOf(kept.bytes);
    return next;
  }

  /** Writes the number of the values of a document, and if it is new the values. */
  void write(BytesRef values, StreamOutput answer) throws IOException {
    int before = numbers.size();
    int number = number(values);
    answer.writeVInt(number);
    if (number == before) {
      answer.writeBytesRef(values);
    }
  }

  /** Starts to read the answer of a shard. */
  OfShard ofShard() {
    return new OfShard();
  }

  /** Reads what {@link #write} wrote on one shard. */
  final class OfShard {

    /** The number here of each number there. */
    private final List<Integer> here = new ArrayList<>();

    /** The number, here, of the values of the next document. */
    int read(StreamInput answer) throws IOException {
      int there = answer.readVInt();
      if (there == here.size()) {
        here.add(number(answer.readBytesRef()));
      }
      return here.get(there);
    }
  }
}
