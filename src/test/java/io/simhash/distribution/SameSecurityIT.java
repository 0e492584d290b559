package io.simhash.distribution;

import static org.junit.Assert.assertEquals;

import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Clusters, groups and estimates within equal values, of keywords and numbers, of one index and of
 * two: a value that the caller may not read counts as absent.
 */
public class SameSecurityIT extends SecurityTestCase {

  private static final String ROLES =
      """
      reader:
        indices: [{names: ['tenants*'], privileges: [read]}]
      limited:
        indices: [{names: ['tenants*'], privileges: [read], query: '{"term": {"public": true}}'}]
      without_tenant:
        indices: [{names: ['tenants*'], privileges: [read], field_security: {grant: ['near*', number]}}]
      without_number:
        indices: [{names: ['tenants*'], privileges: [read], field_security: {grant: ['near*', tenant]}}]
      """;

  @BeforeClass
  public static void makeUsersAndDocuments() {
    makeUsers(ROLES);
    for (String place : List.of("north", "south")) {
      put(
          "/tenants-" + place,
          """
          {"mappings": {"properties": {
            "public": {"type": "boolean"}, "near": {"type": "simhash"}, "tenant": {"type": "keyword"},
            "number": {"type": "long"}, "place": {"type": "keyword"}}}}""");
      Map<String, Object> documents = new LinkedHashMap<>();
      for (int i = 0; i < 8; i++) {
        Map<String, Object> near = Map.of("fingerprint", "000000000000000" + i, "signature", SAME);
        documents.put(
            "" + i,
            Map.of(
                "near",
                near,
                "public",
                i != 0,
                "tenant",
                i < 4 ? "a" : "b",
                "number",
                i % 2,
                "place",
                place));
      }
      http().index("tenants-" + place, documents, "");
    }
  }

  /** The members of each cluster or group. */
  private static List<List<String>> members(List<Map<String, Object>> found) {
    List<List<String>> all = new ArrayList<>();
    for (Map<String, Object> each : found) {
      List<String> ids = new ArrayList<>();
      for (Object member : (List<?>) each.get("members")) {
        ids.add((String) ((Map<?, ?>) member).get("_id"));
      }
      all.add(ids);
    }
    return all;
  }

  private static void assertFound(
      String user, String index, String same, List<List<String>> expected) {
    String options = "{\"field\": \"near\", \"same\": " + same + "}";
    Response clusters = as(user).post("/" + index + "/_simhash/clusters", options).ok();
    assertEquals(expected, members(clusters.at("clusters")));
    String search = "{\"size\": 0, \"aggs\": {\"groups\": {\"near_duplicates\": " + options + "}}}";
    Response groups = as(user).post("/" + index + "/_search", search).ok();
    assertEquals(expected, members(groups.at("aggregations.groups.buckets")));
    Response estimate = as(user).post("/" + index + "/_simhash/estimate", options).ok();
    assertEquals(expected.size(), estimate.number("stories.count"));
  }

  @Test
  public void testWithinValues() {
    List<List<String>> tenants = List.of(List.of("0", "1", "2", "3"), List.of("4", "5", "6", "7"));
    List<List<String>> numbers = List.of(List.of("0", "2", "4", "6"), List.of("1", "3", "5", "7"));
    List<List<String>> both =
        List.of(List.of("0", "2"), List.of("1", "3"), List.of("4", "6"), List.of("5", "7"));
    assertFound("reader", "tenants-north", "\"tenant\"", tenants);
    assertFound("reader", "tenants-north", "[\"number\"]", numbers);
    assertFound("reader", "tenants-north", "[\"number\", \"tenant\"]", both);
    assertFound(
        "reader",
        "tenants-*",
        "[\"place\", \"tenant\"]",
        List.of(tenants.get(0), tenants.get(1), tenants.get(0), tenants.get(1)));
    assertFound(
        "limited", "tenants-north", "\"tenant\"", List.of(tenants.get(1), List.of("1", "2", "3")));
  }

  @Test
  public void testValuesThatTheCallerMayNotRead() {
    List<List<String>> all = List.of(List.of("0", "1", "2", "3", "4", "5", "6", "7"));
    assertFound("without_tenant", "tenants-north", "\"tenant\"", all);
    assertFound("without_number", "tenants-north", "\"number\"", all);
    for (String user : List.of("without_tenant", "without_number")) {
      String read = user.equals("without_tenant") ? "\"number\"" : "\"tenant\"";
      List<List<String>> within =
          user.equals("without_tenant")
              ? List.of(List.of("0", "2", "4", "6"), List.of("1", "3", "5", "7"))
              : List.of(List.of("0", "1", "2", "3"), List.of("4", "5", "6", "7"));
      assertFound(user, "tenants-north", read, within);
      assertFound(user, "tenants-north", "[\"tenant\", \"number\"]", within);
    }
  }
}
