package io.simhash.elasticsearch.ingest.duplicate;

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

  private static void refused(String sentence, Map<String, Object> options) {
    assertEquals(
        sentence, expectThrows(IllegalArgumentException.class, () -> read(options)).getMessage());
  }

  public void testDefaults() {
    NearDuplicateOptions defaults = read(Map.of());
    assertEquals("simhash", defaults.field());
    assertEquals(List.of(), defaults.indices());
    assertEquals(NearRule.of(null, null), defaults.rule());
    assertNull(defaults.filter());
    assertEquals(1, defaults.size());
    assertEquals(OnDuplicate.TAG, defaults.onDuplicate());
    assertEquals("near_duplicate_of", defaults.targetField());
    assertEquals(TimeValue.timeValueSeconds(30), defaults.timeout());
    assertEquals(OnTimeout.TAG_UNKNOWN, defaults.onTimeout());
  }

  public void testTheRuleIsThatOfTheQuery() {
    assertEquals(NearRule.of(7, null), read(Map.of("max_distance", 7)).rule());
    assertEquals(NearRule.of(null, .7), read(Map.of("min_similarity", .7)).rule());
  }

  public void testMistakes() {
    refused("[field] must not be blank", Map.of("field", " "));
    refused("[field] must be names joined by dots but was [a..b]", Map.of("field", "a..b"));
    refused("[field] must name one field, without [*], but was [sim*]", Map.of("field", "sim*"));
    refused("[field] must be a string but was [5]", Map.of("field", 5));
    refused("[index] must name at least one index", Map.of("index", List.of()));
    refused("[index] must not hold a blank name", Map.of("index", ""));
    refused("[index] must not hold a blank name", Map.of("index", List.of("a", " ")));
    refused("[index] must be an array of strings but was [5]", Map.of("index", 5));
    refused(
        "[index] must not name indices of other clusters but held [far:news]",
        Map.of("index", "far:news"));
    refused("[index] must not exclude indices but held [-news]", Map.of("index", "-news"));
    refused("[max_distance] must be in [0, 64] but was [65]", Map.of("max_distance", 65));
    refused("[max_distance] must be an integer but was [3.5]", Map.of("max_distance", 3.5));
    refused("[min_similarity] must be in [0, 1] but was [1.5]", Map.of("min_similarity", 1.5));
    refused("[min_similarity] must be a number but was [high]", Map.of("min_similarity", "high"));
    refused("[filter] must be an object but was [category]", Map.of("filter", "category"));
    refused("[size] must be in [1, 100] but was [0]", Map.of("size", 0));
    refused("[size] must be in [1, 100] but was [101]", Map.of("size", 101));
    refused(
        "[on_duplicate] must be one of [tag, drop, fail, route] but was [merge]",
        Map.of("on_duplicate", "merge"));
    refused("[on_duplicate] [route] needs [route_to]", Map.of("on_duplicate", "route"));
    refused(
        "[route_to] needs [on_duplicate] [route] but it was [tag]", Map.of("route_to", "copies"));
    refused("[route_to] must not be blank", Map.of("on_duplicate", "route", "route_to", " "));
    refused("[target_field] must not be blank", Map.of("target_field", ""));
    refused(
        "[target_field] must not be a metadata field but was [_id]", Map.of("target_field", "_id"));
    refused(
        "[target_field] must not be [field], contain it or be inside it but was [simhash.near]",
        Map.of("target_field", "simhash.near"));
    for (String timeout : List.of("soon", "0s", "2h", "-1", "5")) {
      refused(
          "[timeout] must be a time in [1ms, 1h], such as [30s], but was [" + timeout + "]",
          Map.of("timeout", timeout));
    }
    refused("[timeout] must be a string but was [5]", Map.of("timeout", 5));
    refused(
        "[on_timeout] must be one of [tag_unknown, fail] but was [drop]",
        Map.of("on_timeout", "drop"));
  }
}
