package io.simhash.elasticsearch.near_duplicate;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.xcontent.XContentBuilder;

/** What the processors {@code near_duplicate} of a node have done since it started. */
public final class NearDuplicateCounts {

  /** What has happened to a document. */
  enum Outcome {
    KEPT,
    TAGGED,
    DROPPED,
    REFUSED,
    ROUTED,
    /** It was kept and tagged, because no original was certain to be there. */
    UNCERTAIN,
    /** Its search did not end in time. */
    UNKNOWN,
    FAILED,
    /** It has neither a fingerprint nor a signature. */
    WITHOUT_FINGERPRINT
  }

  private final LongAdder[] outcomes = new LongAdder[Outcome.values().length];
  private final LongAdder requests = new LongAdder();
  private final LongAdder searches = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  NearDuplicateCounts() {
    Arrays.setAll(outcomes, i -> new LongAdder());
  }

  void add(Outcome outcome) {
    outcomes[outcome.ordinal()].increment();
  }

  /** Called when a request with a search for each of some documents is sent. */
  void searches(int documents) {
    requests.increment();
    searches.add(documents);
  }

  /** Called with the time that a request took. */
  void searched(long time) {
    nanos.add(time);
  }

  long count(Outcome outcome) {
    return outcomes[outcome.ordinal()].sum();
  }

  /** Writes the fields of an object that is open. */
  void toXContent(XContentBuilder builder) throws IOException {
    builder.startObject("documents");
    for (Outcome each : Outcome.values()) {
      builder.field(each.name().toLowerCase(Locale.ROOT), count(each));
    }
    builder.endObject();
    builder.field("requests", requests.sum());
    builder.field("searches", searches.sum());
    builder.field("search_time_in_millis", nanos.sum() / 1_000_000);
  }
}
