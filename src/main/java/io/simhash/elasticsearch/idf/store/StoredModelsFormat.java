package io.simhash.elasticsearch.idf.store;

import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.cluster.Diff;
import org.elasticsearch.cluster.DiffableUtils;
import org.elasticsearch.cluster.NamedDiff;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.xcontent.ChunkedToXContentHelper;
import org.elasticsearch.common.xcontent.XContentParserUtils;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentParser;

/**
 * Stored models as bytes and as differences, for other nodes, and as {@code {"models": {name:
 * bytes}}}, for disk and snapshots. The bytes are binary, which JSON has as base64.
 *
 * <p>This outer structure is fixed for ever: a node that cannot read it leaves the cluster. Only
 * the content of a model's bytes may change, see {@link StoredModel}.
 */
final class StoredModelsFormat {

  private static final String MODELS = "models";

  private StoredModelsFormat() {}

  static void write(Map<String, StoredModel> models, StreamOutput out) throws IOException {
    out.writeMap(models, StreamOutput::writeString, StreamOutput::writeWriteable);
  }

  static Map<String, StoredModel> read(StreamInput in) throws IOException {
    return in.readMap(StoredModel::new);
  }

  /** The fields of the object, which the caller starts and ends. */
  static Iterator<ToXContent> toXContentChunked(Map<String, StoredModel> models) {
    Iterator<ToXContent> contents =
        Iterators.map(
            models.entrySet().iterator(),
            entry -> (builder, params) -> builder.field(entry.getKey(), entry.getValue().bytes()));
    return ChunkedToXContentHelper.object(MODELS, contents);
  }

  /** Parses the object, from its start. */
  static StoredModels parse(XContentParser parser) throws IOException {
    XContentParserUtils.ensureExpectedToken(
        XContentParser.Token.START_OBJECT, parser.currentToken(), parser);
    Map<String, StoredModel> models = Map.of();
    while (parser.nextToken() != XContentParser.Token.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      if (field.equals(MODELS) == false) {
        throw new IllegalArgumentException("unknown field [" + field + "]");
      }
      models = parser.map(HashMap::new, bytes -> new StoredModel(bytes.binaryValue()));
    }
    return new StoredModels(models);
  }

  /** The difference of two states of the stored models: the models that changed, as a whole. */
  record Changes(Diff<Map<String, StoredModel>> models)
      implements NamedDiff<Metadata.ProjectCustom> {

    private static final DiffableUtils.ValueSerializer<String, StoredModel> SERIALIZER =
        new DiffableUtils.NonDiffableValueSerializer<>() {
          @Override
          public void write(StoredModel model, StreamOutput out) throws IOException {
            model.writeTo(out);
          }

          @Override
          public StoredModel read(StreamInput in, String name) throws IOException {
            return new StoredModel(in);
          }
        };

    Changes(StoredModels before, StoredModels after) {
      this(
          DiffableUtils.diff(
              before.models(), after.models(), DiffableUtils.getStringKeySerializer(), SERIALIZER));
    }

    Changes(StreamInput in) throws IOException {
      this(DiffableUtils.readJdkMapDiff(in, DiffableUtils.getStringKeySerializer(), SERIALIZER));
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
      models.writeTo(out);
    }
  }
}
