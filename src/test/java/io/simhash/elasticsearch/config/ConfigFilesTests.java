package io.simhash.elasticsearch.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static String readLine(Reader reader) throws IOException {
    return new BufferedReader(reader).readLine();
  }

  private String refusal(String name) {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> files.read(OPTION, name, ConfigFilesTests::readLine));
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
      assertEquals("云计算", files.read(OPTION, name, ConfigFilesTests::readLine));
    }
    assertTrue(files.has("words.gz"));
    assertFalse(files.has("simhash"));
  }

  public void testOtherEncodingsAreRefused() throws IOException {
    byte[] gbk = {(byte) 0xD4, (byte) 0xC6, '\n'};
    for (String name : new String[] {"gbk.txt", "plain.gz"}) {
      Files.write(folder.resolve(name), gbk);
      assertEquals(
          "[words_path] [" + name + "] must be UTF-8, gzipped where it ends in [.gz]",
          refusal(name));
    }
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
    assertEquals("[words_path] names a file that cannot be read: [simhash]", refusal("simhash"));
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
