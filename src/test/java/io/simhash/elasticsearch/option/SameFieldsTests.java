package io.simhash.elasticsearch.option;

import io.simhash.core.base.OptionMap;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentFactory;

public class SameFieldsTests extends ESTestCase {

  private static SameFields read(Object typed) {
    return SameFields.from(new OptionMap(new HashMap<>(Map.of("same", typed))));
  }

  private static void assertRefused(String sentence, Object typed) {
    var refused = expectThrows(IllegalArgumentException.class, () -> read(typed));
    assertEquals(sentence, refused.getMessage());
  }

  public void testOneFieldOrAnArray() {
    assertEquals(List.of("tenant"), read("tenant").names());
    assertEquals(List.of("tenant", "lang"), read(List.of("tenant", "lang")).names());
    assertEquals(List.of("org.id"), read("_source.org.id").names());
  }

  public void testWithoutTheOptionAllAreCompared() {
    assertTrue(SameFields.from(new OptionMap(new HashMap<>())).isEmpty());
    assertEquals(SameFields.NONE, SameFields.from(new OptionMap(new HashMap<>())));
  }

  public void testWhatIsRefused() {
    assertRefused("[same] must hold 1 to 8 fields but held [0]", List.of());
    assertRefused("[same] must hold 1 to 8 fields but held [9]", Collections.nCopies(9, "a"));
    assertRefused("[same] must not be blank", " ");
    assertRefused("[same] must be names joined by dots but was [a..b]", List.of("a..b"));
    assertRefused("[same] must hold different fields but was [a, a]", List.of("a", "a"));
    String names = "[same] must hold names of fields of documents but held ";
    assertRefused(names + "[ten*]", List.of("ten*"));
    assertRefused(names + "[_id]", "_id");
    assertRefused("[same] must be a string or an array of strings but was [5]", 5);
    assertRefused("[same] must be a string or an array of strings but was [[5]]", List.of(5));
  }

  public void testIsSentAndShown() throws Exception {
    SameFields same = read(List.of("tenant", "lang"));
    var out = new BytesStreamOutput();
    same.writeTo(out);
    assertEquals(same, new SameFields(out.bytes().streamInput()));
    var json = XContentFactory.jsonBuilder().startObject();
    same.toXContent(json);
    SameFields.NONE.toXContent(json);
    assertEquals("{\"same\":[\"tenant\",\"lang\"]}", Strings.toString(json.endObject()));
  }
}
