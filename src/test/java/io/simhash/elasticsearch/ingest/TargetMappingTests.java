package io.simhash.elasticsearch.ingest;

import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Which mappings make a query find the fingerprints of a processor. */
public class TargetMappingTests extends ESTestCase {

  private static final String NEAR = "{\"type\": \"simhash\"}";

  private static boolean finds(String path, String mapping) {
    return new TargetMapping(XContentHelper.convertToMap(JsonXContent.jsonXContent, mapping, false))
        .finds(path);
  }

  private static String properties(String... namesAndMappings) {
    StringBuilder properties = new StringBuilder();
    for (int i = 0; i < namesAndMappings.length; i += 2) {
      properties.append(i == 0 ? "" : ", ");
      properties.append('"').append(namesAndMappings[i]).append("\": ");
      properties.append(namesAndMappings[i + 1]);
    }
    return "{\"properties\": {" + properties + "}}";
  }

  public void testAFieldOfTheType() {
    assertTrue(finds("near", properties("near", NEAR)));
    assertTrue(finds("a.near", properties("a", properties("near", NEAR))));
    assertTrue(finds("a.b.near", properties("a.b.near", NEAR)));
    assertTrue(finds("a.b.near", properties("a.b", properties("near", NEAR))));
    assertTrue(finds("a.b.near", properties("a", properties("b.near", NEAR))));
    assertTrue(finds("near", properties("near", properties("fingerprint", NEAR))));
  }

  public void testAnotherField() {
    assertFalse(finds("near", "{}"));
    assertFalse(finds("near", properties("other", NEAR)));
    assertFalse(finds("near", properties("near", "{\"type\": \"keyword\"}")));
    assertFalse(finds("near", properties("near", "{\"type\": \"flattened\"}")));
    assertFalse(finds("near", properties("near", properties("profile", NEAR))));
    assertFalse(
        finds("near", properties("near", properties("fingerprint", "{\"type\": \"keyword\"}"))));
    assertFalse(finds("a.near", properties("near", NEAR)));
    assertFalse(finds("a.near", properties("a", "{}")));
    assertFalse(finds("a", properties("a.near", NEAR)));
  }

  /** A field that the user has excluded from searches needs no fingerprint. */
  public void testADisabledObject() {
    assertTrue(finds("near", properties("near", "{\"type\": \"object\", \"enabled\": false}")));
    assertTrue(finds("a.near", properties("a", "{\"enabled\": \"false\"}")));
    assertFalse(finds("near", properties("near", "{\"enabled\": true}")));
  }

  public void testADynamicTemplate() {
    String template = "{\"dynamic_templates\": [{\"x\": {\"match\": \"n*\", \"mapping\": %s}}]}";
    assertTrue(finds("near", template.formatted(NEAR)));
    assertFalse(finds("near", template.formatted("{\"type\": \"keyword\"}")));
    assertFalse(finds("near", "{\"dynamic_templates\": [{\"x\": {\"match\": \"n*\"}}]}"));
    assertFalse(
        finds(
            "near",
            "{\"dynamic_templates\": [{\"x\": {\"mapping\": "
                + NEAR
                + "}}], \"properties\": {\"near\": {\"type\": \"object\"}}}"));
  }
}
