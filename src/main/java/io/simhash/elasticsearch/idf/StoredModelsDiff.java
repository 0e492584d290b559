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

/** The difference of two states of the stored models: the models that changed, as a whole. */
record StoredModelsDiff(Diff<Map<String, IdfModel>> models)
    implements NamedDiff<Metadata.ProjectCustom> {

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

  StoredModelsDiff(StoredModels before, StoredModels after) {
    this(
        DiffableUtils.diff(
            before.models(), after.models(), DiffableUtils.getStringKeySerializer(), SERIALIZER));
  }

  StoredModelsDiff(StreamInput in) throws IOException {
    this(readModels(in));
  }

  private static Diff<Map<String, IdfModel>> readModels(StreamInput in) throws IOException {
    StoredModelsFormat.requireVersion(in.readVInt());
    return DiffableUtils.readJdkMapDiff(in, DiffableUtils.getStringKeySerializer(), SERIALIZER);
  }

  @Override
  public Metadata.ProjectCustom apply(Metadata.ProjectCustom before) {
    return new StoredModels(models.apply(((StoredModels) before).models()));
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
