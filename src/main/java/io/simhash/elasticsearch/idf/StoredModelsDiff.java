package io.simhash.elasticsearch.idf;

import io.simhash.core.idf.IdfModel;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.cluster.Diff;
import org.elasticsearch.cluster.DiffableUtils;
import org.elasticsearch.cluster.NamedDiff;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;

/** What tells two states of the stored models apart: only a model that changed is sent. */
public final class StoredModelsDiff implements NamedDiff<Metadata.ProjectCustom> {

  private static final DiffableUtils.ValueSerializer<String, IdfModel> SERIALIZER =
      new DiffableUtils.NonDiffableValueSerializer<>() {
        @Override
        public void write(IdfModel model, StreamOutput out) throws IOException {
          StoredModelsFormat.writeModel(out, model);
        }

        @Override
        public IdfModel read(StreamInput in, String name) throws IOException {
          return StoredModelsFormat.readModel(in);
        }
      };

  private final Diff<Map<String, IdfModel>> models;

  StoredModelsDiff(StoredModels before, StoredModels after) {
    models =
        DiffableUtils.<String, IdfModel, Map<String, IdfModel>>diff(
            before.models(), after.models(), DiffableUtils.getStringKeySerializer(), SERIALIZER);
  }

  /** What {@link #writeTo} has written. */
  public StoredModelsDiff(StreamInput in) throws IOException {
    StoredModelsFormat.requireVersion(in.readVInt());
    models = DiffableUtils.readJdkMapDiff(in, DiffableUtils.getStringKeySerializer(), SERIALIZER);
  }

  @Override
  public Metadata.ProjectCustom apply(Metadata.ProjectCustom before) {
    return StoredModels.of(models.apply(((StoredModels) before).models()));
  }

  @Override
  public String getWriteableName() {
    return StoredModels.TYPE;
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeVInt(StoredModelsFormat.VERSION);
    models.writeTo(out);
  }
}
