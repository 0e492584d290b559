package io.simhash.elasticsearch.idf.store;

import static io.simhash.elasticsearch.idf.store.StoredModels.TYPE;

import io.simhash.core.idf.IdfModel;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.cluster.Diff;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.ChunkedToXContentDiffableSerializationTestCase;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The stored models over the wire, as differences, and through the forms of disk and snapshot. */
public class StoredModelsTests
    extends ChunkedToXContentDiffableSerializationTestCase<Metadata.ProjectCustom> {

  private static StoredModel model(int terms) {
    return new StoredModel(RandomModels.model(random(), terms));
  }

  @Override
  protected Metadata.ProjectCustom createTestInstance() {
    return RandomModels.stored(random());
  }

  @Override
  protected Metadata.ProjectCustom mutateInstance(Metadata.ProjectCustom instance) {
    StoredModels stored = (StoredModels) instance;
    if (stored.models().isEmpty() || randomBoolean()) {
      return stored.with("another", model(between(1, 50)));
    }
    String name = randomFrom(stored.models().keySet());
    return randomBoolean() ? stored.without(name) : stored.with(name, model(between(51, 60)));
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
    StoredModels before = StoredModels.EMPTY.with("large", model(10_000));
    StoredModels after = before.with("small", model(10));
    BytesStreamOutput out = new BytesStreamOutput();
    after.diff(before).writeTo(out);
    assertTrue("[" + out.size() + "] bytes", out.size() < 1_000);
  }

  public void testAModelOfALaterFormatIsKeptByteForByteAndRefusedWhereItIsUsed()
      throws IOException {
    StoredModel later = new StoredModel(new byte[] {2, 9, 8, 7});
    StoredModels stored = StoredModels.EMPTY.with("later", later);
    StoredModels received = (StoredModels) copyInstance(stored);
    assertArrayEquals(new byte[] {2, 9, 8, 7}, received.get("later").bytes());
    StoredModels changed = received.with("mine", model(1));
    assertEquals("another change keeps it", later, changed.get("later"));

    String sentence =
        "the stored IDF model [later] has format [2] but this node reads formats up to [1]: it has"
            + " an older version of the plugin [simhash]";
    assertEquals(
        sentence,
        expectThrows(IllegalArgumentException.class, () -> received.get("later").model("later"))
            .getMessage());
    assertEquals(
        "{\"name\":\"later\",\"readable\":false,\"format\":2,\"bytes\":4}",
        json(ModelSummary.of("later", later)));
  }

  /** A node whose plugin knows formats 1 and 2, beside one that knows format 1 only. */
  public void testTheNodeWithTheLaterPluginReadsBothFormats() {
    IdfModel model = RandomModels.model(random(), 3);
    assertEquals(model, new StoredModel(model, 1).model("old", 2));
    assertEquals(model, new StoredModel(model, 2).model("new", 2));
    assertEquals(model.contentId(), ModelSummary.of("new", new StoredModel(model, 2), 2).version());
    assertNull(ModelSummary.of("new", new StoredModel(model, 2), 1).version());
  }

  public void testBytesThatAreNoModelAreRefusedWhereTheyAreUsed() {
    for (byte[] bytes : new byte[][] {{}, {0}, {1}, {1, 5}}) {
      Exception e =
          expectThrows(
              IllegalArgumentException.class, () -> new StoredModel(bytes).model("broken"));
      assertTrue(
          e.getMessage(),
          e.getMessage().startsWith("the stored IDF model [broken] cannot be read: "));
    }
  }

  /** A node without the plugin cannot read even an empty part of the cluster state. */
  public void testNothingIsLeftWithTheLastModel() {
    ProjectMetadata empty = project(builder -> builder.putCustom(TYPE, StoredModels.EMPTY));
    StoredModels one = StoredModels.EMPTY.with("news", RandomModels.ofLaterFormat(random()));
    assertEquals(one, project(one::putInto).custom(TYPE));
    ProjectMetadata.Builder builder = ProjectMetadata.builder(empty);
    one.without("news").putInto(builder);
    ProjectMetadata after = builder.build();
    assertNull(after.custom(TYPE));
    assertEquals(StoredModels.EMPTY, StoredModels.of(after));
  }

  private static ProjectMetadata project(Consumer<ProjectMetadata.Builder> change) {
    ProjectMetadata.Builder builder = ProjectMetadata.builder(ProjectId.DEFAULT);
    change.accept(builder);
    return builder.build();
  }

  private static String json(ModelSummary summary) throws IOException {
    XContentBuilder builder = JsonXContent.contentBuilder().startObject();
    return Strings.toString(summary.toXContent(builder, ToXContent.EMPTY_PARAMS).endObject());
  }

  /** Written by the first version; must be read for ever. */
  public void testYesterdaysBytes() throws IOException {
    String written = "{\"models\":{\"news\":\"AQAAAAAAAABk3q2+796tvu8AAAAKAAAAAAAAAAEAAABk\"}}";
    try (XContentParser parser = json(written)) {
      StoredModels stored = (StoredModels) doParseInstance(parser);
      assertEquals(1, stored.get("news").format());
      IdfModel model = stored.get("news").model("news");
      assertEquals(100, model.documents());
      assertEquals(2, model.size());
      assertEquals("6ca1bfb135967227", model.contentId().substring(0, 16));
    }
  }

  public void testLimits() {
    StoredModel largest = model(ModelLimits.MAX_TERMS);
    StoredModels full = StoredModels.EMPTY;
    for (int i = 0; i < 6; i++) {
      full = full.with("m" + i, largest);
    }
    assertEquals(6 * 1_200_009, full.bytes());
    StoredModels almost = full;
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> almost.with("news", largest));
    assertEquals(
        "model [news] is too large: all stored models may have [8388608] bytes and would have"
            + " [8400063], so delete one first or store fewer terms",
        e.getMessage());
    assertEquals("one is replaced", 6, full.with("m0", largest).models().size());

    StoredModels many = StoredModels.EMPTY;
    for (int i = 0; i < ModelLimits.MAX_MODELS; i++) {
      many = many.with("m" + i, model(1));
    }
    StoredModels hundred = many;
    e = expectThrows(IllegalArgumentException.class, () -> hundred.with("news", model(1)));
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
    StoredModel model = model(1);
    StoredModels stored = new StoredModels(Map.of("b", model, "a", model, "c", model));
    assertEquals("[a, b, c]", stored.models().keySet().toString());
  }
}
