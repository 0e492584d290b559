package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.XContentType;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * Base of the tests that share one node with security on, which starts with the first of them and
 * ends with the JVM. Each class makes its own users. When it ends, all indices are deleted, and the
 * node must not have logged a warning or an error of this plugin; pipelines stay until they are
 * made anew.
 */
public abstract class SecurityTestCase {

  private static final String PASSWORD = "a-password";
  private static final long RELOAD_SECONDS = 120;

  private static TestCluster shared;
  private static String hash;
  private static int logged;

  private static synchronized TestCluster cluster() {
    if (shared == null) {
      shared =
          TestCluster.of(1)
              .security()
              .setting("action.destructive_requires_name", "false")
              .setting("resource.reload.interval.high", "1s")
              // Otherwise filters on segments of fewer than 10,000 documents are not cached.
              .setting("indices.queries.cache.all_segments", "true")
              .file("own.tsv", "# documents\t100\nfox\t3\nquick\t9\n")
              .start();
      hash = hash(shared.nodes().getFirst().home());
    }
    return shared;
  }

  /** The password as the node keeps it. */
  private static String hash(Path home) {
    Unprivileged.command(home, "", "elasticsearch-users", "useradd", "first", "-p", PASSWORD);
    try {
      return Files.readString(home.resolve("config/users")).strip().replace("first:", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client with all rights. */
  protected static Http http() {
    return cluster().http();
  }

  /** A client of a user. */
  protected static Http as(String user) {
    return http().as(user, PASSWORD);
  }

  /**
   * Makes users, each with one role of its own name, instead of those that there are. The node
   * reads their files again while it runs.
   *
   * @param roles the content of config/roles.yml
   */
  protected static void makeUsers(String roles) {
    Set<String> names =
        XContentHelper.convertToMap(XContentType.YAML.xContent(), roles, true).keySet();
    Path config = cluster().nodes().getFirst().home().resolve("config");
    int before = cluster().log().length();
    write(config.resolve("roles.yml"), roles);
    write(config.resolve("users"), lines(names, name -> hash));
    write(config.resolve("users_roles"), lines(names, name -> name));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(RELOAD_SECONDS);
    while (cluster().log().substring(before).contains("updated roles (roles file") == false
        || names.stream().allMatch(SecurityTestCase::isKnown) == false) {
      assertTrue("no users:\n" + cluster().log(), System.nanoTime() < deadline);
    }
  }

  private static boolean isKnown(String name) {
    Response response = as(name).get("/_security/_authenticate");
    return response.status() == 200 && List.of(name).equals(response.at("roles"));
  }

  private static String lines(Set<String> names, UnaryOperator<String> value) {
    return names.stream()
        .map(name -> name + ":" + value.apply(name) + "\n")
        .collect(Collectors.joining());
  }

  /** Writes a file of the node in one step, because the node may be reading it. */
  private static void write(Path file, String content) {
    try {
      Path written = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), content);
      Unprivileged.own(written);
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeClass
  public static void rememberLog() {
    // The first class also checks the log of the start.
    logged = shared == null ? 0 : shared.log().length();
  }

  @AfterClass
  public static void leaveNoIndexAndNoComplaint() {
    http().delete("/*").ok();
    assertEquals(List.of(), NodeLog.complaints(cluster().log().substring(logged)));
  }
}
