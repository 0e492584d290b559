package io.simhash.elasticsearch.query;

import io.simhash.lucene.search.QueryFingerprint;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.Term;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/**
 * A fingerprint with a name.
 *
 * @param name the name that a neighbour is given in {@code matched_queries}
 * @param value the fingerprint and, where it is known, the signature
 * @param index the concrete index of the document that it was read from; {@code null} for none
 * @param id the id of that document; {@code null} for none
 */
record NamedFingerprint(String name, FingerprintSource.Value value, String index, String id)
    implements Writeable {

  /** The same for the search of one concrete index. */
  QueryFingerprint in(String searched) {
    Optional<Term> document =
        searched.equals(index)
            ? Optional.of(new Term(IdFieldMapper.NAME, Uid.encodeId(id)))
            : Optional.empty();
    return new QueryFingerprint(
        name, value.fingerprint(), Optional.ofNullable(value.signature()), document);
  }

  static NamedFingerprint read(StreamInput in) throws IOException {
    return new NamedFingerprint(
        in.readString(),
        (FingerprintSource.Value) FingerprintSource.read(in),
        in.readOptionalString(),
        in.readOptionalString());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(name);
    value.writeTo(out);
    out.writeOptionalString(index);
    out.writeOptionalString(id);
  }
}
