package io.simhash.elasticsearch.idf.store;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBytes;
import java.io.IOException;
import java.util.Arrays;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A stored IDF model as bytes: one byte for their format, then the content. Format 1 has the bytes
 * of {@link IdfModelBytes}.
 *
 * <p>A model in a format that this node does not know, because a newer version of the plugin wrote
 * it, is kept byte for byte, and passed on to other nodes, to disk and to snapshots. Only its use
 * is an error. The bytes are parsed when the model is first used, not when cluster state is read.
 */
public final class StoredModel implements Writeable {

  /** The newest format that this version of the plugin reads. */
  static final int NEWEST_FORMAT = 1;

  /** The format that this version of the plugin writes: the lowest that can express a model. */
  static final int WRITTEN_FORMAT = 1;

  private static final int FORMAT_BYTES = 1;

  private final byte[] bytes;
  private volatile IdfModel model;

  /** A model as it was stored, in any format. */
  StoredModel(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A model to store. */
  StoredModel(IdfModel model) {
    this(model, WRITTEN_FORMAT);
  }

  /** A model as stored by a version of the plugin that writes another format. */
  StoredModel(IdfModel model, int format) {
    byte[] content = IdfModelBytes.write(model);
    bytes = new byte[FORMAT_BYTES + content.length];
    bytes[0] = (byte) format;
    System.arraycopy(content, 0, bytes, FORMAT_BYTES, content.length);
  }

  StoredModel(StreamInput in) throws IOException {
    this(in.readByteArray());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeByteArray(bytes);
  }

  /** The bytes as they are stored; must not be changed. */
  byte[] bytes() {
    return bytes;
  }

  /** The size of the bytes. */
  int length() {
    return bytes.length;
  }

  /** The number of the format; 0, which no format has, if there are no bytes. */
  int format() {
    return bytes.length == 0 ? 0 : Byte.toUnsignedInt(bytes[0]);
  }

  /**
   * The model, parsed at the first call.
   *
   * @param name the model's name, for the error
   * @throws IllegalArgumentException if this node cannot read it
   */
  public IdfModel model(String name) {
    return model(name, NEWEST_FORMAT);
  }

  /** The same on a node whose plugin reads formats up to {@code newest}. */
  IdfModel model(String name, int newest) {
    IdfModel parsed = model;
    if (parsed == null) {
      parsed = parse(name, newest);
      model = parsed;
    }
    return parsed;
  }

  private IdfModel parse(String name, int newest) {
    if (format() > newest) {
      throw invalid(
          "the stored IDF model [%s] has format [%s] but this node reads formats up to [%s]: it has"
              + " an older version of the plugin [simhash]",
          name, format(), newest);
    }
    try {
      if (format() == 0) {
        throw invalid("there is no format [0]");
      }
      return IdfModelBytes.read(Arrays.copyOfRange(bytes, FORMAT_BYTES, bytes.length));
    } catch (IllegalArgumentException e) {
      throw invalid(e, "the stored IDF model [%s] cannot be read: %s", name, e.getMessage());
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredModel that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "StoredModel[format=" + format() + ", bytes=" + bytes.length + "]";
  }
}
