package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.profile.IdfModels;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.cluster.ClusterStateApplier;
import org.elasticsearch.cluster.Diff;
import org.elasticsearch.cluster.NamedDiff;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContent;

/**
 * The stored IDF models, a part of the cluster state: on every node, on disk, and in snapshots of
 * the global state. {@code GET _cluster/state} does not show them, because term hashes tell a
 * reader nothing.
 *
 * @param models the models by name, in the order of their names
 */
public record StoredModels(Map<String, StoredModel> models) implements Metadata.ProjectCustom {

  /** The name of this part of the cluster state. */
  public static final String TYPE = "simhash_idf";

  /** No models. */
  public static final StoredModels EMPTY = new StoredModels(Map.of());

  public StoredModels {
    models = Collections.unmodifiableMap(new TreeMap<>(models));
  }

  StoredModels(StreamInput in) throws IOException {
    this(StoredModelsFormat.read(in));
  }

  /** The stored models of a project. */
  public static StoredModels of(ProjectMetadata project) {
    return project.custom(TYPE, EMPTY);
  }

  /**
   * Copies the stored models of each new cluster state to {@code models}, where processors and
   * requests look them up. Register it with high priority: a pipeline of the same cluster state may
   * use one of the models.
   */
  public static ClusterStateApplier applier(IdfModels models) {
    return event -> {
      if (event.customMetadataChanged(ProjectId.DEFAULT, TYPE)) {
        models.store(of(event.state().metadata().getProject(ProjectId.DEFAULT)).byName());
      }
    };
  }

  /** The models by name, each parsed when it is first used. */
  private Map<String, Supplier<IdfModel>> byName() {
    Map<String, Supplier<IdfModel>> byName = new TreeMap<>();
    models.forEach((name, stored) -> byName.put(name, () -> stored.model(name)));
    return byName;
  }

  /**
   * Puts these models into the metadata of a project. Without models the metadata has no such part:
   * a node without the plugin could not read it.
   */
  void putInto(ProjectMetadata.Builder project) {
    if (models.isEmpty()) {
      project.removeCustom(TYPE);
    } else {
      project.putCustom(TYPE, this);
    }
  }

  /** Readers of the models and of their differences that another node sends. */
  public static List<NamedWriteableRegistry.Entry> namedWriteables() {
    return List.of(
        new NamedWriteableRegistry.Entry(Metadata.ProjectCustom.class, TYPE, StoredModels::new),
        new NamedWriteableRegistry.Entry(NamedDiff.class, TYPE, StoredModelsFormat.Changes::new));
  }

  /** Parsers of the models on disk and in a snapshot. */
  public static List<NamedXContentRegistry.Entry> namedXContent() {
    return List.of(
        new NamedXContentRegistry.Entry(
            Metadata.ProjectCustom.class, new ParseField(TYPE), StoredModelsFormat::parse));
  }

  /**
   * The model of that name.
   *
   * @throws ResourceNotFoundException if there is none
   */
  StoredModel get(String name) {
    StoredModel model = models.get(name);
    if (model == null) {
      throw new ResourceNotFoundException("there is no stored IDF model [" + name + "]");
    }
    return model;
  }

  /**
   * These models and one more, or one replaced.
   *
   * @throws IllegalArgumentException if they would be too many or too large
   */
  StoredModels with(String name, StoredModel model) {
    Map<String, StoredModel> all = new TreeMap<>(models);
    all.put(name, model);
    StoredModels result = new StoredModels(all);
    ModelLimits.requireRoom(name, result);
    return result;
  }

  /**
   * These models without one.
   *
   * @throws ResourceNotFoundException if it is not there
   */
  StoredModels without(String name) {
    get(name);
    Map<String, StoredModel> left = new TreeMap<>(models);
    left.remove(name);
    return new StoredModels(left);
  }

  /** The size of all models. */
  long bytes() {
    return models.values().stream().mapToLong(StoredModel::length).sum();
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
    return StoredModelsFormat.toXContentChunked(models);
  }

  @Override
  public Diff<Metadata.ProjectCustom> diff(Metadata.ProjectCustom before) {
    return new StoredModelsFormat.Changes((StoredModels) before, this);
  }
}
