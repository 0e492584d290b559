package io.simhash.elasticsearch.config;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.elasticsearch.test.ESTestCase;

public class ConfigFilesTests extends ESTestCase {

  private static final String OPTION = "words_path";
  private static final String TEXT = "云计算\n";

  private Path folder;
  private ConfigFiles files;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    folder = createTempDir();
    files = new ConfigFiles(folder);
  }

  private static String readText(Reader reader) throws IOException {
    StringWriter text = new StringWriter();
    reader.transferTo(text);
    return text.toString().strip();
  }

  private String refusal(String name) {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> files.read(OPTION, name, ConfigFilesTests::readText));
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      assertFalse(cause.getMessage(), cause.getMessage().contains(folder.toString()));
    }
    return e.getMessage();
  }

  public void testUtf8AndByItsNameGzip() throws IOException {
    Files.createDirectories(folder.resolve("simhash"));
    Files.writeString(folder.resolve("simhash/words.txt"), TEXT);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("words.gz")))) {
      out.write(TEXT.getBytes(StandardCharsets.UTF_8));
    }
    for (String name : new String[] {"simhash/words.txt", "words.gz", "simhash/../words.gz"}) {
      assertEquals("云计算", files.read(OPTION, name, ConfigFilesTests::readText));
    }
    assertTrue(files.has("words.gz"));
    assertFalse(files.has("none"));
    assertFalse(files.has("none/words.txt"));
  }

  public void testOtherEncodingsAreRefused() throws IOException {
    byte[] gbk = {(byte) 0xD4, (byte) 0xC6, '\n'};
    Files.write(folder.resolve("gbk.txt"), gbk);
    assertEquals("[words_path] [gbk.txt]: must be UTF-8", refusal("gbk.txt"));
    // Further on than any buffer, and in the middle of a character at the end.
    for (byte[] bytes :
        new byte[][] {gbk, Arrays.copyOf(TEXT.getBytes(StandardCharsets.UTF_8), 4)}) {
      Files.writeString(folder.resolve("late.txt"), TEXT.repeat(20_000));
      Files.write(folder.resolve("late.txt"), bytes, StandardOpenOption.APPEND);
      assertEquals("[words_path] [late.txt]: must be UTF-8", refusal("late.txt"));
    }
  }

  public void testOnlyGzipIsReadByANameThatEndsInGz() throws IOException {
    Files.writeString(folder.resolve("plain.gz"), TEXT);
    Files.write(folder.resolve("empty.gz"), new byte[0]);
    for (String name : new String[] {"plain.gz", "empty.gz"}) {
      assertEquals(
          "[words_path] [" + name + "] must be gzipped, because its name ends in [.gz]",
          refusal(name));
    }
  }

  public void testWhatAFileHoldsIsBoundedToo() throws IOException {
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("lines.gz")))) {
      byte[] lines = "a\n".repeat(1 << 19).getBytes(StandardCharsets.UTF_8);
      for (long written = 0; written <= ConfigFiles.MAX_BYTES; written += lines.length) {
        out.write(lines);
      }
    }
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> files.read(OPTION, "lines.gz", in -> in.transferTo(Writer.nullWriter())));
    assertEquals(
        "[words_path] [lines.gz]: must have at most [67108864] bytes of content", e.getMessage());
  }

  public void testALineIsBounded() throws IOException {
    String longest = "a".repeat(1 << 16);
    Files.writeString(folder.resolve("line.txt"), "b\n" + longest + "\n" + longest);
    files.read(OPTION, "line.txt", in -> in.transferTo(Writer.nullWriter()));
    Files.writeString(folder.resolve("line.txt"), "b\n" + longest + "a");
    assertEquals(
        "[words_path] [line.txt]: a line is longer than [65536] bytes", refusal("line.txt"));
  }

  public void testAPathOutsideTheFolderIsRefused() {
    for (String name : new String[] {"", ".", "../x", "a/../..", "/etc/passwd", "a\u0000b"}) {
      String sentence = "[words_path] must name a file under the config folder but was [";
      assertEquals(sentence + name + "]", refusal(name));
    }
  }

  public void testAFileThatCannotBeReadIsRefused() throws IOException {
    assertEquals("[words_path] names no file: [none.txt]", refusal("none.txt"));
    Files.createDirectories(folder.resolve("simhash"));
    String folders = "[words_path] [simhash]: must be a file, not a folder or a device";
    assertEquals(folders, refusal("simhash"));
    assertTrue(files.has("simhash"));
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("none.txt"));
    assertEquals("[words_path] names no file: [link]", refusal("link"));
    assertTrue(files.has("link"));
  }

  public void testAFileThatIsTooLargeIsRefused() throws IOException {
    try (RandomAccessFile large = new RandomAccessFile(folder.resolve("large").toFile(), "rw")) {
      large.setLength(ConfigFiles.MAX_BYTES + 1);
    }
    assertEquals(
        "[words_path] [large]: must have at most [67108864] bytes but has [67108865]",
        refusal("large"));
  }

  public void testTheReadersSentenceFollowsTheFile() throws IOException {
    Files.writeString(folder.resolve("words.txt"), TEXT);
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () ->
                files.read(
                    OPTION,
                    "words.txt",
                    reader -> {
                      throw new IllegalArgumentException("line [1] must be a word");
                    }));
    assertEquals("[words_path] [words.txt]: line [1] must be a word", e.getMessage());
  }

  public void testTheStateChangesWithTheFile() throws IOException {
    Files.writeString(folder.resolve("words.txt"), TEXT);
    String state = files.state(OPTION, "words.txt");
    assertEquals(state, files.state(OPTION, "words.txt"));
    Files.writeString(folder.resolve("words.txt"), TEXT + TEXT);
    assertNotEquals(state, files.state(OPTION, "words.txt"));
  }
}
