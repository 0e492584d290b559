package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import io.simhash.distribution.helper.Distribution;
import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.DocumentationPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

/**
 * The programs of docs/recipes/from_an_application.md and from_javascript.md run as the pages have
 * them, and print what the first shows. A program whose language or client is not on this machine
 * is skipped, and the log says so.
 */
public class ApplicationIT extends DistributionTestCase {

  private static final Path PAGE = Path.of("docs/recipes/from_an_application.md");
  private static final Path JAVASCRIPT = Path.of("docs/recipes/from_javascript.md");

  /** The folder in which {@code bin/clients} puts the client for Node.js, and TypeScript. */
  private static final Path NODE = Path.of("target/clients").toAbsolutePath();

  private static final long SECONDS = 120;

  @Test
  public void testJava() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("simhash-java");
    Path program = write(folder, "Near.java", PAGE, "java");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes = System.getProperty("java.class.path");
    runs(folder, java, "-cp", classes, program.toString());
    Distribution.delete(folder);
  }

  @Test
  public void testNode() throws IOException, InterruptedException {
    requireNodeModule("@elastic/elasticsearch");
    runs(NODE, "node", write(NODE, "near.mjs", JAVASCRIPT, "js").toString());
  }

  @Test
  public void testTypeScript() throws IOException, InterruptedException {
    requireNodeModule("@elastic/elasticsearch");
    requireNodeModule("typescript");
    Path program = write(NODE, "near.mjs", JAVASCRIPT, "js");
    write(NODE, "simhash.d.ts", JAVASCRIPT, "ts");
    assertEquals("", output(NODE, check(program)));
    String misspelt = Files.readString(program).replace("like: {", "likes: {");
    Path wrong = Files.writeString(NODE.resolve("misspelt.mjs"), misspelt);
    String errors = output(NODE, check(wrong));
    assertTrue(errors, errors.startsWith("misspelt.mjs") && errors.contains("'likes'"));
  }

  private static List<String> check(Path program) {
    List<String> command = new ArrayList<>();
    command.add(NODE.resolve("node_modules/.bin/tsc").toString());
    command.addAll(
        List.of("--noEmit", "--strict", "--skipLibCheck", "--allowJs", "--module", "nodenext"));
    command.addAll(List.of("--types", "node", program.toString()));
    return command;
  }

  @Test
  public void testPython() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("simhash-python");
    require("Python", "package [elasticsearch]", "python3", "-c", "import elasticsearch");
    runs(folder, "python3", write(folder, "near.py", PAGE, "python").toString());
    Distribution.delete(folder);
  }

  private static Path write(Path folder, String name, Path page, String kind) throws IOException {
    return Files.writeString(folder.resolve(name), DocumentationPage.block(page, kind));
  }

  private static void requireNodeModule(String name) throws IOException, InterruptedException {
    boolean there = Files.isDirectory(NODE.resolve("node_modules").resolve(name));
    skipUnless(there, "Node.js", "[" + name + "]: run bin/clients");
    require("Node.js", "[node]", "node", "--version");
  }

  /** Skips the test where a command is missing or fails. */
  private static void require(String language, String missing, String... command)
      throws IOException, InterruptedException {
    boolean there;
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      there = process.waitFor() == 0;
    } catch (IOException e) {
      there = false;
    }
    skipUnless(there, language, missing);
  }

  private static void skipUnless(boolean there, String language, String missing) {
    String skipped = "the program of " + language + " is not tested: there is no " + missing;
    if (there == false) {
      System.err.println(skipped);
    }
    assumeTrue(skipped, there);
  }

  /** Runs a program of the page against the shared node. */
  private static void runs(Path folder, String... command)
      throws IOException, InterruptedException {
    skipUnless(Distribution.isOf("8.19") == false, command[0], "client of 9 for a node of 8.19");
    String login = http().authorization().substring("Basic ".length());
    String[] user =
        new String(Base64.getDecoder().decode(login), StandardCharsets.UTF_8).split(":", 2);
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(http().uri().toString(), user[0], user[1]));
    assertEquals(DocumentationPage.block(PAGE, "text"), output(folder, all));
  }

  private static String output(Path folder, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("simhash-program", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(output.toFile());
    builder.environment().put("no_proxy", "*");
    Process process = builder.start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    if (ended == false) {
      process.destroyForcibly();
    }
    String printed = Files.readString(output);
    Files.delete(output);
    assertTrue(command + " does not end: " + printed, ended);
    return printed;
  }
}
