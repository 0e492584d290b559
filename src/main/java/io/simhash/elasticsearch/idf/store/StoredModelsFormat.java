package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBytes;
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
 * Stored models as bytes and as differences, for other nodes, and as {@code {"format": 1, "models":
 * {name: content}}}, for disk and snapshots. The content is binary, which JSON has as base64.
 */
final class StoredModelsFormat {

  /** The version of the format, which is written first. A changed format gets another number. */
  static final int VERSION = 1;

  private StoredModelsFormat() {}

  static void requireVersion(int version) {
    if (version != VERSION) {
      throw new IllegalStateException(
          "stored IDF models of format ["
              + version
              + "] need another version of the plugin: this one knows format ["
              + VERSION
              + "]");
    }
  }

  static void write(Map<String, IdfModel> models, StreamOutput out) throws IOException {
    out.writeVInt(VERSION);
    out.writeMap(models, StreamOutput::writeString, StoredModelsFormat::writeModel);
  }

  static Map<String, IdfModel> read(StreamInput in) throws IOException {
    requireVersion(in.readVInt());
    return in.readMap(StoredModelsFormat::readModel);
  }

  static void writeModel(StreamOutput out, IdfModel model) throws IOException {
    out.writeByteArray(IdfModelBytes.write(model));
  }

  static IdfModel readModel(StreamInput in) throws IOException {
    return IdfModelBytes.read(in.readByteArray());
  }

  /** The fields of the object, which the caller starts and ends. */
  static Iterator<ToXContent> toXContentChunked(Map<String, IdfModel> models) {
    Iterator<ToXContent> contents =
        Iterators.map(
            models.entrySet().iterator(),
            entry ->
                (builder, params) ->
                    builder.field(entry.getKey(), IdfModelBytes.write(entry.getValue())));
    return Iterators.concat(
        Iterators.single((builder, params) -> builder.field("format", VERSION)),
        ChunkedToXContentHelper.object("models", contents));
  }

  /** Parses the object, from its start. */
  static StoredModels parse(XContentParser parser) throws IOException {
    XContentParserUtils.ensureExpectedToken(
        XContentParser.Token.START_OBJECT, parser.currentToken(), parser);
    Map<String, IdfModel> models = Map.of();
    while (parser.nextToken() != XContentParser.Token.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "format" -> requireVersion(parser.intValue());
        case "models" ->
            models = parser.map(HashMap::new, model -> IdfModelBytes.read(model.binaryValue()));
        default -> throw new IllegalArgumentException("unknown field [" + field + "]");
      }
    }
    return new StoredModels(models);
  }

  /** The difference of two states of the stored models: the models that changed, as a whole. */
  record Changes(Diff<Map<String, IdfModel>> models) implements NamedDiff<Metadata.ProjectCustom> {

    private static final DiffableUtils.ValueSerializer<String, IdfModel> SERIALIZER =
        new DiffableUtils.NonDiffableValueSerializer<>() {
          @Override
          public void write(IdfModel model, StreamOutput out) throws IOException {
            writeModel(out, model);
          }

          @Override
          public IdfModel read(StreamInput in, String name) throws IOException {
            return readModel(in);
          }
        };

    Changes(StoredModels before, StoredModels after) {
      this(
          DiffableUtils.diff(
              before.models(), after.models(), DiffableUtils.getStringKeySerializer(), SERIALIZER));
    }

    Changes(StreamInput in) throws IOException {
      this(readModels(in));
    }

    private static Diff<Map<String, IdfModel>> readModels(StreamInput in) throws IOException {
      requireVersion(in.readVInt());
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
      out.writeVInt(VERSION);
      models.writeTo(out);
    }
  }
}
