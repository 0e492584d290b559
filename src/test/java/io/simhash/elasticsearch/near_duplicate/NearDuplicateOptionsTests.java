package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;

public class NearDuplicateOptionsTests extends ESTestCase {

  private static final NearValue SIGNED =
      NearValue.of(
              OptionalLong.of(7),
              new SignatureParameters(Optional.empty(), Bands.DEFAULT).ofElements(new long[] {1}))
          .orElseThrow();
  private static final NearValue UNSIGNED = new NearValue(7, Optional.empty());

  private static NearDuplicateOptions read(Map<String, Object> options) {
    return NearDuplicateOptions.from(new OptionMap(new HashMap<>(options)));
  }

  public void testDefaults() {
    NearDuplicateOptions defaults = read(Map.of());
    assertEquals("simhash", defaults.field());
    assertEquals(List.of(), defaults.indices());
    assertEquals(new NearRule.Similar(.51, 2, 64), defaults.rule(SIGNED));
    assertEquals(new NearRule.Radius(12), defaults.rule(UNSIGNED));
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
    for (NearValue value : List.of(SIGNED, UNSIGNED)) {
      assertEquals(new NearRule.Radius(7), read(Map.of("max_distance", 7)).rule(value));
      assertEquals(new NearRule.Similar(.7, 2, 64), read(Map.of("min_similarity", .7)).rule(value));
    }
  }

  /** Where the document is not kept, near-duplicates have to be nearer by default. */
  public void testTheRuleOfRemovals() {
    for (String removal : List.of("drop", "fail")) {
      NearDuplicateOptions byDefault = read(Map.of("on_duplicate", removal));
      assertEquals(new NearRule.Similar(.9, 2, 64), byDefault.rule(SIGNED));
      assertEquals(new NearRule.Radius(3), byDefault.rule(UNSIGNED));
      assertEquals(
          new NearRule.Radius(7),
          read(Map.of("on_duplicate", removal, "max_distance", 7)).rule(SIGNED));
      assertEquals(
          new NearRule.Similar(.7, 2, 64),
          read(Map.of("on_duplicate", removal, "min_similarity", .7)).rule(SIGNED));
    }
  }

  private static void assertRefused(String sentence, Map<String, Object> options) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> read(options));
    assertEquals(sentence, e.getMessage());
  }

  /** Each document that shares a passage would be left out. */
  public void testRemovalsNeedAContainment() {
    Map<String, Object> passages = Map.of("field", "content.passages", "min_containment", 0);
    for (String removal : List.of("drop", "fail")) {
      assertRefused(
          "[passages.min_containment] must be above [0] with [on_duplicate] ["
              + removal
              + "], which would leave out each document that shares a passage",
          Map.of("passages", passages, "on_duplicate", removal));
    }
    assertEquals(0, read(Map.of("passages", passages)).passages().rule().minContainment(), 0);
  }

  public void testErrorsOfPassagesNameTheObject() {
    BiConsumer<String, Map<String, Object>> refused =
        (sentence, wrong) -> {
          Map<String, Object> passages = new HashMap<>(wrong);
          passages.put("field", "content.passages");
          passages.putIfAbsent("min_containment", .85);
          assertRefused(sentence, Map.of("passages", passages));
        };
    refused.accept(
        "[passages.min_containment] must be in [0, 1] but was [1.1]",
        Map.of("min_containment", 1.1));
    refused.accept(
        "[passages.min_length] must be at least [1] but was [0]", Map.of("min_length", 0));
    refused.accept(
        "[passages.max_doc_freq] must be at least [0] but was [-1]", Map.of("max_doc_freq", -1));
  }
}
