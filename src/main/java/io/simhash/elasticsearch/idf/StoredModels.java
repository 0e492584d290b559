package io.simhash.elasticsearch.idf;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBytes;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.cluster.Diff;
import org.elasticsearch.cluster.NamedDiff;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The stored IDF models, a part of the cluster state: on every node, on disk, and in snapshots of
 * the global state. {@code GET _cluster/state} does not show them, as their content is of no use to
 * a reader.
 *
 * <p>Immutable. The number of the format comes first, on the wire and on disk.
 */
public final class StoredModels implements Metadata.ProjectCustom {

  /** The name of this part of the cluster state. */
  public static final String TYPE = "simhash_idf";

  /** No models. */
  public static final StoredModels EMPTY = new StoredModels(Collections.emptySortedMap());

  private final SortedMap<String, IdfModel> models;

  private StoredModels(SortedMap<String, IdfModel> models) {
    this.models = Collections.unmodifiableSortedMap(models);
  }

  /** These models by their names. */
  static StoredModels of(Map<String, IdfModel> models) {
    return new StoredModels(new TreeMap<>(models));
  }

  /** How a node reads them from another node. */
  public static List<NamedWriteableRegistry.Entry> namedWriteables() {
    return List.of(
        new NamedWriteableRegistry.Entry(Metadata.ProjectCustom.class, TYPE, StoredModels::new),
        new NamedWriteableRegistry.Entry(NamedDiff.class, TYPE, StoredModelsDiff::new));
  }

  /** How a node reads them from disk or from a snapshot. */
  public static List<NamedXContentRegistry.Entry> namedXContent() {
    return List.of(
        new NamedXContentRegistry.Entry(
            Metadata.ProjectCustom.class, new ParseField(TYPE), StoredModels::fromXContent));
  }

  /** What {@link #writeTo} has written. */
  public StoredModels(StreamInput in) throws IOException {
    this(StoredModelsFormat.read(in));
  }

  /** What {@link #toXContentChunked} has written; the parser stands at the object's start. */
  public static StoredModels fromXContent(XContentParser parser) throws IOException {
    return of(StoredModelsFormat.parse(parser));
  }

  /** The models by their names. */
  public SortedMap<String, IdfModel> models() {
    return models;
  }

  /**
   * These and that model, in the place of one of the same name.
   *
   * @throws IllegalArgumentException if they would be too many or too large
   */
  StoredModels with(String name, IdfModel model) {
    SortedMap<String, IdfModel> all = new TreeMap<>(models);
    all.put(name, model);
    StoredModels result = new StoredModels(all);
    Limits.require(name, result);
    return result;
  }

  /** These without the one of that name. */
  StoredModels without(String name) {
    SortedMap<String, IdfModel> left = new TreeMap<>(models);
    left.remove(name);
    return new StoredModels(left);
  }

  /** The bytes of all models. */
  long bytes() {
    return models.values().stream().mapToLong(model -> IdfModelBytes.length(model.size())).sum();
  }

  @Override
  public EnumSet<Metadata.XContentContext> context() {
    return EnumSet.of(Metadata.XContentContext.GATEWAY, Metadata.XContentContext.SNAPSHOT);
  }

  @Override
  public String getWriteableName() {
    return TYPE;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    StoredModelsFormat.write(models, out);
  }

  @Override
  public Iterator<? extends ToXContent> toXContentChunked(ToXContent.Params params) {
    return Iterators.concat(
        Iterators.single(
            (builder, p) ->
                builder.field("format", StoredModelsFormat.VERSION).startObject("models")),
        Iterators.map(
            models.entrySet().iterator(),
            entry ->
                (builder, p) ->
                    builder.field(entry.getKey(), IdfModelBytes.write(entry.getValue()))),
        Iterators.single((builder, p) -> builder.endObject()));
  }

  @Override
  public Diff<Metadata.ProjectCustom> diff(Metadata.ProjectCustom before) {
    return new StoredModelsDiff((StoredModels) before, this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredModels stored && stored.models.equals(models);
  }

  @Override
  public int hashCode() {
    return Objects.hash(TYPE, models);
  }

  @Override
  public String toString() {
    return TYPE + models;
  }
}
