package io.simhash.distribution;

import static org.junit.Assert.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.Test;

/** The zip installs with the real command line and the node that has it starts and is quiet. */
public class InstallIT extends DistributionTestCase {

  @Test
  public void theNodeListsThePlugin() {
    List<Map<String, Object>> plugins = http().get("/_cat/plugins?format=json").ok().at("");
    assertEquals(
        List.of("simhash"), plugins.stream().map(plugin -> plugin.get("component")).toList());
  }

  @Test
  public void theStartIsQuiet() {
    assertEquals(List.of(), NodeLog.complaints(cluster().log()));
  }
}
