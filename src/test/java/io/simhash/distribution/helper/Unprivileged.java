package io.simhash.distribution.helper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs the distribution's commands as a user that Elasticsearch accepts: the user of the build, or
 * {@code nobody} if that is root (Elasticsearch refuses to start as root).
 */
public final class Unprivileged {

  private static final int NOBODY = 65534;
  private static final long COMMAND_SECONDS = 180;

  private Unprivileged() {}

  /** Makes the user that the commands run as the owner of the folder and everything in it. */
  static void own(Path folder) {
    if (isRoot()) {
      run(folder, List.of("chown", "-R", NOBODY + ":" + NOBODY, folder.toString()));
    }
  }

  /** A process for the command, in the distribution at {@code home}, with a bounded environment. */
  static ProcessBuilder process(Path home, List<String> command, Map<String, String> environment) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(
          List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--"));
    }
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all).directory(home.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("ES_"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().put("ES_JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("ES_TMPDIR", home.resolve("tmp").toString());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("CLI_JAVA_OPTS", "-Xmx128m -XX:TieredStopAtLevel=1");
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true);
  }

  /** Returns the output of a command of the distribution; fails with it if the command fails. */
  static String command(Path home, String... command) {
    List<String> resolved = new ArrayList<>(List.of(command));
    resolved.set(0, home.resolve("bin").resolve(command[0]).toString());
    return await(process(home, resolved, Map.of()), home);
  }

  private static void run(Path folder, List<String> command) {
    await(new ProcessBuilder(command).redirectErrorStream(true), folder);
  }

  private static String await(ProcessBuilder builder, Path folder) {
    try {
      Path output = Files.createTempFile("simhash-command", ".log");
      Process process = builder.redirectOutput(output.toFile()).start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS);
      if (ended == false) {
        process.destroyForcibly();
      }
      String said = Files.readString(output);
      Files.delete(output);
      if (ended == false || process.exitValue() != 0) {
        throw new AssertionError(builder.command() + " failed in " + folder + ":\n" + said);
      }
      return said;
    } catch (IOException e) {
      throw new AssertionError("cannot run " + builder.command(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted in " + builder.command(), e);
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }
}
