package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Several fingerprints with names: the neighbours of any of them match, and each hit names in
 * {@code matched_queries} those that it is a neighbour of.
 *
 * @param fingerprints 1 to 1,000, with different names
 */
record NamedFingerprints(List<NamedFingerprint> fingerprints)
    implements FingerprintSource.Resolved {

  NamedFingerprints {
    NamedSources.requireCount(fingerprints.size());
    fingerprints = List.copyOf(fingerprints);
  }

  /** See {@link FingerprintSource#withoutSignature}. */
  Optional<String> placeWithoutSignature() {
    return fingerprints.stream()
        .filter(each -> each.value().signature() == null)
        .findFirst()
        .map(each -> NamedSources.place(each.name()));
  }

  void write(XContentBuilder builder) throws IOException {
    builder.startObject(NamedSources.OPTION);
    for (NamedFingerprint each : fingerprints) {
      builder.startObject(each.name());
      each.value().toXContent(builder);
      builder.endObject();
    }
    builder.endObject();
  }

  static NamedFingerprints read(StreamInput in) throws IOException {
    return new NamedFingerprints(in.readCollectionAsList(NamedFingerprint::read));
  }

  void write(StreamOutput out) throws IOException {
    out.writeCollection(fingerprints);
  }
}
