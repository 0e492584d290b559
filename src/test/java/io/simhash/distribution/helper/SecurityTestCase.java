package io.simhash.distribution.helper;

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

/** Base of the tests that make users, each class its own, on the node that all tests share. */
public abstract class SecurityTestCase extends DistributionTestCase {

  /** Two signatures without a common component. */
  protected static final String SAME = "BkABAEABAQAAAAAAAAAAAAAAAAAAAAAAAA==";

  protected static final String OTHER = "BkABAEABAf///////////////////////w==";

  private static final long RELOAD_SECONDS = 120;

  /** A client of a user. */
  protected static Http as(String user) {
    return http().as(user, TestClusterBuilder.PASSWORD);
  }

  /**
   * Makes users, each with one role of its own name, instead of those of other tests. The node
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
    write(
        config.resolve("users"),
        TestClusterBuilder.USERS + lines(names, name -> name + ":" + TestClusterBuilder.HASH));
    write(
        config.resolve("users_roles"),
        TestClusterBuilder.USERS_ROLES + lines(names, name -> name + ":" + name));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(RELOAD_SECONDS);
    while (cluster().log().substring(before).contains("updated roles (roles file") == false
        || names.stream().allMatch(SecurityTestCase::isKnown) == false) {
      assertTrue("no users:\n" + cluster().log(), System.nanoTime() < deadline);
      TestNode.sleep();
    }
  }

  private static boolean isKnown(String name) {
    Response response = as(name).get("/_security/_authenticate");
    return response.status() == 200 && List.of(name).equals(response.at("roles"));
  }

  private static String lines(Set<String> names, UnaryOperator<String> line) {
    return names.stream().map(name -> line.apply(name) + "\n").collect(Collectors.joining());
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
}
