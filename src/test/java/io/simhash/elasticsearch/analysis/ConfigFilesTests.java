package io.simhash.elasticsearch.analysis;

import io.simhash.elasticsearch.analysis.ConfigFiles.Content;
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
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.util.IOUtils;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.test.ESTestCase;

public class ConfigFilesTests extends ESTestCase {

  private static final String TEXT = "云计算\n";

  private Path config;
  private Path folder;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    config = createTempDir();
    folder = Files.createDirectory(config.resolve("simhash"));
  }

  private <T> ConfigFiles<T> files(CheckedFunction<Reader, T, IOException> parser) {
    return new ConfigFiles<>(config, "words_path", ".dic", parser);
  }

  private ConfigFiles<String> files() {
    return files(
        reader -> {
          StringWriter text = new StringWriter();
          reader.transferTo(text);
          return text.toString().strip();
        });
  }

  private ConfigFiles<Long> lengths() {
    return files(in -> in.transferTo(Writer.nullWriter()));
  }

  /** Why a file cannot be used, after the option and its name. */
  private static String refusal(ConfigFiles<?> files, String name) {
    String reason = files.find("simhash/" + name).refusal().orElseThrow();
    String start = "[words_path] [simhash/" + name + "]";
    assertTrue(reason, reason.startsWith(start));
    return reason.substring(start.length());
  }

  private String refusal(String name) {
    return refusal(files(), name);
  }

  private OutputStream gzip(String name) throws IOException {
    return new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)));
  }

  public void testUtf8AndByItsNameGzip() throws IOException {
    Files.writeString(folder.resolve("words.dic"), TEXT);
    Files.writeString(folder.resolve("words.txt"), TEXT);
    try (OutputStream out = gzip("words.dic.gz")) {
      out.write(TEXT.getBytes(StandardCharsets.UTF_8));
    }
    ConfigFiles<String> files = files();
    for (String name : new String[] {"simhash/words.dic", "simhash/words.dic.gz"}) {
      assertEquals("云计算", files.find(name, true).value());
      assertEquals(Content.of("云计算"), files.findOrElse(name, "none"));
    }
  }

  public void testFilesAreReadOnce() throws IOException {
    Files.writeString(folder.resolve("words.dic"), TEXT);
    ConfigFiles<String> files = files();
    Files.writeString(folder.resolve("words.dic"), "another");
    Files.writeString(folder.resolve("new.dic"), "another");
    assertEquals("云计算", files.find("simhash/words.dic", true).value());
    assertTrue(files.find("simhash/new.dic").refusal().isPresent());
    assertEquals("another", files().find("simhash/new.dic", true).value());
  }

  public void testOtherNamesAreRefused() throws IOException {
    Files.createDirectory(folder.resolve("more"));
    Files.writeString(folder.resolve("more/words.dic"), TEXT);
    Files.writeString(folder.resolve("words.txt"), TEXT);
    Files.writeString(config.resolve("words.dic"), TEXT);
    String[] names = {
      "",
      ".",
      "../x",
      "/etc/passwd",
      "a\u0000b",
      "words.dic",
      "simhash/words.txt",
      "simhash/more/words.dic",
      "simhash/none.dic"
    };
    ConfigFiles<String> files = files();
    for (String name : names) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> files.find(name, true));
      assertEquals(
          "[words_path] must name a file, [simhash/*.dic] or [.dic.gz], that was in the config"
              + " folder when the node started, but was ["
              + name
              + "]",
          e.getMessage());
      assertEquals(Content.of("none"), files.findOrElse(name, "none"));
    }
  }

  public void testWithoutTheFolderThereAreNoFiles() throws IOException {
    IOUtils.rm(folder);
    assertEquals(Content.of("none"), files().findOrElse("simhash/words.dic", "none"));
    Files.createFile(folder);
    Optional<String> reason = Optional.of("[words_path]: the folder [simhash] cannot be read");
    assertEquals(reason, files().findOrElse("simhash/words.dic", "none").refusal());
    assertEquals(reason, files().find("simhash/words.dic").refusal());
  }

  public void testOtherEncodingsAreRefused() throws IOException {
    byte[] gbk = {(byte) 0xD4, (byte) 0xC6, '\n'};
    Files.write(folder.resolve("gbk.dic"), gbk);
    assertEquals(": must be UTF-8", refusal("gbk.dic"));
    // Further on than any buffer, and in the middle of a character at the end.
    for (byte[] bytes :
        new byte[][] {gbk, Arrays.copyOf(TEXT.getBytes(StandardCharsets.UTF_8), 4)}) {
      Files.writeString(folder.resolve("late.dic"), TEXT.repeat(20_000));
      Files.write(folder.resolve("late.dic"), bytes, StandardOpenOption.APPEND);
      assertEquals(": must be UTF-8", refusal("late.dic"));
    }
  }

  public void testOnlyGzipIsReadByANameThatEndsInGz() throws IOException {
    Files.writeString(folder.resolve("plain.dic.gz"), TEXT);
    Files.write(folder.resolve("empty.dic.gz"), new byte[0]);
    for (String name : new String[] {"plain.dic.gz", "empty.dic.gz"}) {
      assertEquals(" must be gzipped, because its name ends in [.gz]", refusal(name));
    }
  }

  public void testWhatAFileHoldsIsBoundedToo() throws IOException {
    try (OutputStream out = gzip("lines.dic.gz")) {
      byte[] lines = "a\n".repeat(1 << 19).getBytes(StandardCharsets.UTF_8);
      for (long written = 0; written <= ConfigFiles.MAX_BYTES; written += lines.length) {
        out.write(lines);
      }
    }
    assertEquals(
        ": must have at most [67108864] bytes of content", refusal(lengths(), "lines.dic.gz"));
  }

  public void testALineIsBounded() throws IOException {
    String longest = "a".repeat(1 << 16);
    Files.writeString(folder.resolve("line.dic"), "b\n" + longest + "\n" + longest);
    assertEquals(131075, (long) lengths().find("simhash/line.dic", true).value());
    Files.writeString(folder.resolve("line.dic"), "b\n" + longest + "a");
    assertEquals(": a line is longer than [65536] bytes", refusal("line.dic"));
  }

  public void testWhateverHasTheNameOfAFileIsNotIgnored() throws IOException {
    Files.createDirectory(folder.resolve("folder.dic"));
    assertEquals(": must be a file, not a folder or a device", refusal("folder.dic"));
    Files.createSymbolicLink(folder.resolve("link.dic"), folder.resolve("none.dic"));
    assertEquals(
        Optional.of("[words_path] names a file that cannot be read: [simhash/link.dic]"),
        files().findOrElse("simhash/link.dic", "none").refusal());
  }

  public void testAFileThatIsTooLargeIsRefused() throws IOException {
    try (RandomAccessFile large =
        new RandomAccessFile(folder.resolve("large.dic").toFile(), "rw")) {
      large.setLength(ConfigFiles.MAX_BYTES + 1);
    }
    assertEquals(": must have at most [67108864] bytes but has [67108865]", refusal("large.dic"));
  }

  public void testTheParsersSentenceFollowsTheFile() throws IOException {
    Files.writeString(folder.resolve("words.dic"), TEXT);
    ConfigFiles<String> files =
        files(
            reader -> {
              throw new IllegalArgumentException("line [1] must be a word");
            });
    assertEquals(": line [1] must be a word", refusal(files, "words.dic"));
  }
}
