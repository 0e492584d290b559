package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.base.OptionMap;
import io.simhash.core.near.NearRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;

public class NearDuplicateOptionsTests extends ESTestCase {

  private static NearDuplicateOptions read(Map<String, Object> options) {
    return NearDuplicateOptions.from(new OptionMap(new HashMap<>(options)));
  }

  public void testDefaults() {
    NearDuplicateOptions defaults = read(Map.of());
    assertEquals("simhash", defaults.field());
    assertEquals(List.of(), defaults.indices());
    assertEquals(NearRule.of(null, null), defaults.rule());
    assertNull(defaults.filter());
    assertEquals(1, defaults.size());
    assertEquals(NearDuplicateOptions.OnDuplicate.TAG, defaults.onDuplicate());
    assertEquals("near_duplicate_of", defaults.targetField());
    assertNull(defaults.clusterField());
    assertEquals(TimeValue.timeValueSeconds(30), defaults.timeout());
    assertEquals(NearDuplicateOptions.OnTimeout.TAG_UNKNOWN, defaults.onTimeout());
  }

  /** Pipelines ignore the prefix, searches do not. */
  public void testPrefixOfFields() {
    NearDuplicateOptions read =
        read(
            Map.of(
                "field", "_source.a.simhash",
                "target_field", "_source.near",
                "cluster_field", "_source.cluster"));
    assertEquals("a.simhash", read.field());
    assertEquals(List.of("near", "cluster"), read.written());
  }

  public void testDatesWithATimeZoneAreOfThisCluster() {
    String yesterday = "<logs-{now/d{yyyy.MM.dd|+12:00}}>";
    assertEquals(
        List.of(yesterday, "news"), read(Map.of("index", List.of(yesterday, "news"))).indices());
  }

  public void testTheRuleIsThatOfTheQuery() {
    assertEquals(NearRule.of(7, null), read(Map.of("max_distance", 7)).rule());
    assertEquals(NearRule.of(null, .7), read(Map.of("min_similarity", .7)).rule());
  }

  /** Where the document is not kept, near-duplicates have to be nearer by default. */
  public void testTheRuleOfRemovals() {
    for (String removal : List.of("drop", "fail")) {
      assertEquals(new NearRule(64, 3, .9), read(Map.of("on_duplicate", removal)).rule());
      assertEquals(
          new NearRule(7, 7, .9), read(Map.of("on_duplicate", removal, "max_distance", 7)).rule());
      assertEquals(
          new NearRule(64, 3, .7),
          read(Map.of("on_duplicate", removal, "min_similarity", .7)).rule());
      assertEquals(
          NearRule.ofDistance(3),
          read(Map.of("on_duplicate", removal, "min_similarity", 0)).rule());
    }
  }
}
