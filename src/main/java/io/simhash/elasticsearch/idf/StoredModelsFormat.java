package io.simhash.elasticsearch.idf;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBytes;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.xcontent.XContentParserUtils;
import org.elasticsearch.xcontent.XContentParser;

/**
 * Stored models as bytes and as {@code {"format": 1, "models": {name: content}}}, the content in
 * base64 where the carrier is text.
 */
final class StoredModelsFormat {

  /** The format's number, which comes first. Another format gets another number. */
  static final int VERSION = 1;

  private StoredModelsFormat() {}

  static void write(Map<String, IdfModel> models, StreamOutput out) throws IOException {
    out.writeVInt(VERSION);
    out.writeMap(models, StreamOutput::writeString, StoredModelsFormat::writeModel);
  }

  static SortedMap<String, IdfModel> read(StreamInput in) throws IOException {
    requireVersion(in.readVInt());
    return new TreeMap<>(in.readMap(StoredModelsFormat::readModel));
  }

  static void writeModel(StreamOutput out, IdfModel model) throws IOException {
    out.writeByteArray(IdfModelBytes.write(model));
  }

  static IdfModel readModel(StreamInput in) throws IOException {
    return IdfModelBytes.read(in.readByteArray());
  }

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

  static Map<String, IdfModel> parse(XContentParser parser) throws IOException {
    XContentParserUtils.ensureExpectedToken(
        XContentParser.Token.START_OBJECT, parser.currentToken(), parser);
    Map<String, IdfModel> models = new TreeMap<>();
    while (parser.nextToken() != XContentParser.Token.END_OBJECT) {
      String field = parser.currentName();
      parser.nextToken();
      switch (field) {
        case "format" -> requireVersion(parser.intValue());
        case "models" -> parseModels(parser, models);
        default -> throw new IllegalArgumentException("unknown field [" + field + "]");
      }
    }
    return models;
  }

  private static void parseModels(XContentParser parser, Map<String, IdfModel> models)
      throws IOException {
    while (parser.nextToken() != XContentParser.Token.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      models.put(name, IdfModelBytes.read(parser.binaryValue()));
    }
  }
}
