package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.cluster.Diff;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.ChunkedToXContentDiffableSerializationTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The stored models over the wire, as differences, and through the forms of disk and snapshot. */
public class StoredModelsTests
    extends ChunkedToXContentDiffableSerializationTestCase<Metadata.ProjectCustom> {

  @Override
  protected Metadata.ProjectCustom createTestInstance() {
    return RandomModels.stored(random());
  }

  @Override
  protected Metadata.ProjectCustom mutateInstance(Metadata.ProjectCustom instance) {
    StoredModels stored = (StoredModels) instance;
    if (stored.models().isEmpty() || randomBoolean()) {
      return stored.with("another", RandomModels.model(random(), between(1, 50)));
    }
    String name = randomFrom(stored.models().keySet());
    return randomBoolean()
        ? stored.without(name)
        : stored.with(name, RandomModels.model(random(), between(51, 60)));
  }

  @Override
  protected Metadata.ProjectCustom makeTestChanges(Metadata.ProjectCustom instance) {
    return randomBoolean() ? mutateInstance(instance) : RandomModels.stored(random());
  }

  @Override
  protected Metadata.ProjectCustom doParseInstance(XContentParser parser) throws IOException {
    parser.nextToken();
    return StoredModelsFormat.parse(parser);
  }

  @Override
  protected Writeable.Reader<Metadata.ProjectCustom> instanceReader() {
    return StoredModels::new;
  }

  @Override
  protected Writeable.Reader<Diff<Metadata.ProjectCustom>> diffReader() {
    return StoredModelsFormat.Changes::new;
  }

  @Override
  protected NamedWriteableRegistry getNamedWriteableRegistry() {
    return new NamedWriteableRegistry(StoredModels.namedWriteables());
  }

  public void testItIsOnDiskAndInSnapshotsButNotShown() {
    assertEquals(
        java.util.EnumSet.of(Metadata.XContentContext.GATEWAY, Metadata.XContentContext.SNAPSHOT),
        StoredModels.EMPTY.context());
    assertTrue(StoredModels.EMPTY.isRestorable());
  }

  public void testADifferenceHoldsOnlyWhatChanged() throws IOException {
    StoredModels before = StoredModels.EMPTY.with("large", RandomModels.model(random(), 10_000));
    StoredModels after = before.with("small", RandomModels.model(random(), 10));
    BytesStreamOutput out = new BytesStreamOutput();
    after.diff(before).writeTo(out);
    assertTrue("[" + out.size() + "] bytes", out.size() < 1_000);
  }

  public void testAnotherFormatIsRefused() throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    out.writeVInt(2);
    String sentence =
        "stored IDF models of format [2] need another version of the plugin: this one knows format"
            + " [1]";
    StreamInput in = out.bytes().streamInput();
    assertEquals(
        sentence,
        expectThrows(IllegalStateException.class, () -> new StoredModels(in)).getMessage());
    StreamInput diff = out.bytes().streamInput();
    assertEquals(
        sentence,
        expectThrows(IllegalStateException.class, () -> new StoredModelsFormat.Changes(diff))
            .getMessage());
    try (XContentParser parser = json("{\"format\": 2, \"models\": {\"a\": \"AA==\"}}")) {
      assertEquals(
          sentence,
          expectThrows(IllegalStateException.class, () -> doParseInstance(parser)).getMessage());
    }
  }

  /** Written by the first version; must be read for ever. */
  public void testYesterdaysBytes() throws IOException {
    String written =
        "{\"format\":1,\"models\":{\"news\":\"AAAAAAAAAGTerb7v3q2+7wAAAAoAAAAAAAAAAQAAAGQ=\"}}";
    try (XContentParser parser = json(written)) {
      IdfModel model = ((StoredModels) doParseInstance(parser)).models().get("news");
      assertEquals(100, model.documents());
      assertEquals(2, model.size());
      assertEquals("6ca1bfb135967227", model.contentId().substring(0, 16));
    }
  }

  public void testLimits() {
    IdfModel largest = RandomModels.model(random(), ModelLimits.MAX_TERMS);
    StoredModels full = StoredModels.EMPTY;
    for (int i = 0; i < 6; i++) {
      full = full.with("m" + i, largest);
    }
    assertEquals(6 * 1_200_008, full.bytes());
    StoredModels almost = full;
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> almost.with("news", largest));
    assertEquals(
        "model [news] is too large: all stored models may have [8388608] bytes and would have"
            + " [8400056], so delete one first or store fewer terms",
        e.getMessage());
    assertEquals("one is replaced", 6, full.with("m0", largest).models().size());

    StoredModels many = StoredModels.EMPTY;
    for (int i = 0; i < ModelLimits.MAX_MODELS; i++) {
      many = many.with("m" + i, RandomModels.model(random(), 1));
    }
    StoredModels hundred = many;
    e =
        expectThrows(
            IllegalArgumentException.class,
            () -> hundred.with("news", RandomModels.model(random(), 1)));
    assertEquals(
        "model [news] cannot be stored: there are [100] already, so delete one first",
        e.getMessage());
  }

  public void testNames() {
    for (String name : new String[] {"a", "0", "news-2024_v1.0", "a".repeat(64)}) {
      ModelLimits.requireName(name);
    }
    for (String name : new String[] {"", "_build", "News", "中", "a b", "-a", "a".repeat(65)}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> ModelLimits.requireName(name));
      assertEquals(
          "[name] must have 1 to 64 lower-case letters, digits, [_], [.] or [-] and start with a"
              + " letter or digit but was ["
              + name
              + "]",
          e.getMessage());
    }
    for (String name : new String[] {"none", "zh", "en"}) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> ModelLimits.requireName(name));
      assertEquals(
          "[name] must not be [none] or the name of a shipped model, [en] or [zh], but was ["
              + name
              + "]",
          e.getMessage());
    }
  }

  private static XContentParser json(String text) throws IOException {
    byte[] bytes = new BytesArray(text).array();
    return JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, bytes);
  }

  public void testModelsAreInTheOrderOfTheirNames() {
    IdfModel model = RandomModels.model(random(), 1);
    StoredModels stored = new StoredModels(Map.of("b", model, "a", model, "c", model));
    assertEquals("[a, b, c]", stored.models().keySet().toString());
  }
}
