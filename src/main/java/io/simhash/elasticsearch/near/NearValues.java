package io.simhash.elasticsearch.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** Sends the value of a {@code simhash} field between nodes. */
public final class NearValues {

  private NearValues() {}

  /** Writes what {@link #read} reads. */
  public static void write(StreamOutput out, NearValue value) throws IOException {
    out.writeBoolean(value.fingerprint().isPresent());
    out.writeLong(value.fingerprint().orElse(0));
    out.writeOptionalByteArray(value.signature().map(Signature::stored).orElse(null));
  }

  /** Reads what {@link #write} wrote. */
  public static NearValue read(StreamInput in) throws IOException {
    boolean hasFingerprint = in.readBoolean();
    long fingerprint = in.readLong();
    return new NearValue(
        hasFingerprint ? OptionalLong.of(fingerprint) : OptionalLong.empty(),
        Optional.ofNullable(in.readOptionalByteArray()).map(Signature::read));
  }
}
