package io.simhash.elasticsearch.config;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * Reads UTF-8 and refuses anything else by the number of its line.
 *
 * <p>Bounds what a compressed or a wrong file can cost: at most {@link ConfigFiles#MAX_BYTES} of
 * content, and at most {@link #MAX_LINE_LENGTH} UTF-16 units a line, because callers hold a whole
 * line in memory. An error is an IllegalArgumentException.
 */
final class Utf8Reader extends Reader {

  /** The longest line, in UTF-16 units. */
  static final int MAX_LINE_LENGTH = 1 << 16;

  private final InputStream in;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final ByteBuffer bytes = ByteBuffer.allocate(1 << 13).flip();
  private final CharBuffer chars = CharBuffer.allocate(1 << 13).flip();
  private long read;
  private boolean exhausted;
  private int line = 1;
  private int lineLength;

  Utf8Reader(InputStream in) {
    this.in = in;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    while (chars.hasRemaining() == false) {
      chars.clear();
      CoderResult result = decoder.decode(bytes, chars, exhausted);
      chars.flip();
      countLines();
      if (chars.hasRemaining() == false) {
        if (result.isError()) {
          throw invalid("line [%s] must be UTF-8", line);
        }
        if (exhausted) {
          return -1;
        }
        fill();
      }
    }
    int count = Math.min(length, chars.remaining());
    chars.get(buffer, offset, count);
    return count;
  }

  private void fill() throws IOException {
    bytes.compact();
    int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
    exhausted = count < 0;
    read += Math.max(0, count);
    if (read > ConfigFiles.MAX_BYTES) {
      throw invalid("must have at most [%s] bytes of content", ConfigFiles.MAX_BYTES);
    }
    bytes.position(bytes.position() + Math.max(0, count)).flip();
  }

  private void countLines() {
    for (int i = 0; i < chars.limit(); i++) {
      if (chars.get(i) == '\n') {
        line++;
        lineLength = 0;
      } else if (++lineLength > MAX_LINE_LENGTH) {
        throw invalid("line [%s] is longer than [%s] characters", line, MAX_LINE_LENGTH);
      }
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
