package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;

/**
 * Copies of fingerprints in memory, for searches that read most fingerprints of a segment: reading
 * a copy takes half of the time that full doc values take or less, and a tenth where some documents
 * have no fingerprint.
 *
 * <p>Memory: the second such search of a segment makes the copy, if {@link Memory} grants it and at
 * least one document in {@value #MAX_DOCUMENTS_PER_FINGERPRINT} has a fingerprint. It stays until
 * the segment is closed. Without a copy a search reads the doc values and finds the same.
 *
 * <p>Safe for use by several threads.
 */
public final class FingerprintCopies {

  /** A limit on the memory of all copies. Safe for use by several threads. */
  public interface Memory {

    /** Takes some bytes. Returns false, and takes none, if that would be too many. */
    boolean reserve(long bytes);

    /** Returns bytes that were taken. */
    void release(long bytes);
  }

  private static final int MAX_DOCUMENTS_PER_FINGERPRINT = 4;

  /** No copies: every search reads doc values. */
  public static final FingerprintCopies NONE =
      new FingerprintCopies(
          new Memory() {
            @Override
            public boolean reserve(long bytes) {
              return false;
            }

            @Override
            public void release(long bytes) {}
          });

  /** The copy of one field of one segment. */
  private static final class Slot {
    private final AtomicInteger wanted = new AtomicInteger();
    private final AtomicBoolean making = new AtomicBoolean();
    private volatile FingerprintCopy copy;
    private volatile long bytes;
  }

  private final Memory memory;
  private final Map<IndexReader.CacheKey, Map<String, Slot>> segments = new ConcurrentHashMap<>();

  public FingerprintCopies(Memory memory) {
    this.memory = memory;
  }

  /** The copy of a segment's field, if there is one. */
  Optional<FingerprintCopy> get(LeafReader reader, String field) {
    IndexReader.CacheHelper helper = reader.getCoreCacheHelper();
    Map<String, Slot> slots = helper == null ? null : segments.get(helper.getKey());
    Slot slot = slots == null ? null : slots.get(field);
    return slot == null ? Optional.empty() : Optional.ofNullable(slot.copy);
  }

  /**
   * The copy of a segment's field for a search that reads most of its fingerprints. The second call
   * makes it; meanwhile other threads get none.
   */
  Optional<FingerprintCopy> getOrMake(LeafReader reader, String field, Runnable cancellation)
      throws IOException {
    IndexReader.CacheHelper helper = reader.getCoreCacheHelper();
    if (this == NONE || helper == null) {
      return Optional.empty();
    }
    Slot slot = slots(helper).computeIfAbsent(field, name -> new Slot());
    boolean first = slot.copy == null && slot.wanted.getAndIncrement() == 0;
    if (slot.copy == null && first == false && slot.making.compareAndSet(false, true)) {
      try {
        make(slot, reader, field, cancellation);
      } finally {
        slot.making.set(false);
      }
    }
    return Optional.ofNullable(slot.copy);
  }

  /** A segment that is searched is open, so its slots are dropped after the search only. */
  private Map<String, Slot> slots(IndexReader.CacheHelper helper) {
    Map<String, Slot> slots = segments.get(helper.getKey());
    if (slots != null) {
      return slots;
    }
    Map<String, Slot> made = new ConcurrentHashMap<>();
    Map<String, Slot> before = segments.putIfAbsent(helper.getKey(), made);
    if (before != null) {
      return before;
    }
    helper.addClosedListener(this::drop);
    return made;
  }

  private void make(Slot slot, LeafReader reader, String field, Runnable cancellation)
      throws IOException {
    if (slot.copy != null) {
      return; // Another thread has made it since.
    }
    long documents = SegmentFingerprints.docValues(reader, field).cost();
    long bytes = FingerprintCopy.bytes(reader.maxDoc());
    if (documents * MAX_DOCUMENTS_PER_FINGERPRINT < reader.maxDoc()
        || memory.reserve(bytes) == false) {
      return;
    }
    try {
      FingerprintCopy copy = FingerprintCopy.of(reader, field, cancellation);
      slot.bytes = bytes;
      slot.copy = copy;
    } finally {
      if (slot.copy == null) {
        memory.release(bytes);
      }
    }
  }

  private void drop(IndexReader.CacheKey segment) {
    Map<String, Slot> slots = segments.remove(segment);
    if (slots != null) {
      slots.values().stream().filter(slot -> slot.copy != null).forEach(slot -> free(slot));
    }
  }

  private void free(Slot slot) {
    slot.copy = null;
    memory.release(slot.bytes);
  }

  /** Number of segments in which a copy was wanted, for tests. */
  int segments() {
    return segments.size();
  }
}
