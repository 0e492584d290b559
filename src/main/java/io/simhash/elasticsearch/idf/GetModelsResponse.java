package io.simhash.elasticsearch.idf;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** One stored model, or all of them by name with the bytes that they have and may have. */
public final class GetModelsResponse extends ActionResponse implements ToXContentObject {

  private final Optional<ModelSummary> one;
  private final List<ModelSummary> all;
  private final long bytes;

  private GetModelsResponse(Optional<ModelSummary> one, List<ModelSummary> all, long bytes) {
    this.one = one;
    this.all = all;
    this.bytes = bytes;
  }

  /**
   * @throws ResourceNotFoundException if the model asked for is not stored
   */
  static GetModelsResponse of(StoredModels stored, Optional<String> name) {
    List<ModelSummary> all =
        stored.models().entrySet().stream()
            .map(entry -> ModelSummary.of(entry.getKey(), entry.getValue()))
            .toList();
    Optional<ModelSummary> one =
        name.map(
            wanted ->
                all.stream()
                    .filter(model -> model.name().equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> missing(wanted)));
    return new GetModelsResponse(one, all, stored.bytes());
  }

  static ResourceNotFoundException missing(String name) {
    return new ResourceNotFoundException("there is no stored IDF model [" + name + "]");
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    if (one.isPresent()) {
      return one.get().toXContent(builder, params).endObject();
    }
    builder.startArray("models");
    for (ModelSummary model : all) {
      builder.startObject();
      model.toXContent(builder, params);
      builder.endObject();
    }
    builder.endArray();
    builder.field("bytes", bytes);
    builder.field("max_bytes", Limits.MAX_TOTAL_BYTES);
    return builder.endObject();
  }
}
