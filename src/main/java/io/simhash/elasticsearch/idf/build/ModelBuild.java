package io.simhash.elasticsearch.idf.build;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBuilder;
import io.simhash.elasticsearch.idf.build.CountTermsRequest.Count;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;

/**
 * One run of a build. First every shard tells how many documents and at most how many terms it has.
 * Then the terms are counted in as many slices, by their hash, as keep a slice of all shards below
 * {@link #SLICE_TERMS}, one slice after the other: counts are exact and memory bounded, whatever
 * the number of terms. A slice costs each shard a walk through the field's terms.
 */
final class ModelBuild {

  /** The terms of a slice, 12 bytes each. */
  static final int SLICE_TERMS = 1_000_000;

  /** The most slices, for a billion terms. */
  static final int MAX_SLICES = 1_000;

  private final BuildModelRequest request;
  private final Client client;
  private final int sliceTerms;
  private final ActionListener<IdfModel> listener;
  private final IdfModelBuilder model;
  private long documents;
  private int slices;

  /**
   * @param client asks as the caller
   * @param sliceTerms {@link #SLICE_TERMS}
   */
  ModelBuild(
      BuildModelRequest request, Client client, int sliceTerms, ActionListener<IdfModel> listener) {
    this.request = request;
    this.client = client;
    this.sliceTerms = sliceTerms;
    this.listener = listener;
    this.model = new IdfModelBuilder(request.maxTerms());
  }

  void start() {
    ask(0, this::survey);
  }

  private void ask(int slice, java.util.function.Consumer<CountTermsResponse> next) {
    Count count = new Count(request.field(), slice, slices);
    client.execute(
        CountTermsAction.INSTANCE,
        new CountTermsRequest(request.indices(), count),
        listener.delegateFailureAndWrap((l, answer) -> next.accept(answer)));
  }

  private void survey(CountTermsResponse answer) {
    ShardCounts counts = answer.counts();
    if (answer.getTotalShards() == 0) {
      throw new IllegalArgumentException("[index] names no open index: " + names());
    }
    if (counts.mapped() == false) {
      throw new IllegalArgumentException(
          "[field] must be a field of " + names() + " but [" + request.field() + "] is not mapped");
    }
    documents = counts.documents();
    if (documents > IdfModel.MAX_DOCUMENTS) {
      throw new IllegalArgumentException(
          "a model is built from at most [2147483647] documents but "
              + names()
              + " has ["
              + documents
              + "]");
    }
    long needed = Math.ceilDiv(counts.upperBound(), (long) sliceTerms);
    if (needed > MAX_SLICES) {
      throw new IllegalArgumentException(
          "a model is built from at most [1000000000] terms but ["
              + request.field()
              + "] has ["
              + counts.upperBound()
              + "]");
    }
    slices = (int) needed;
    slice(0);
  }

  private void slice(int slice) {
    if (slice == slices) {
      listener.onResponse(model());
      return;
    }
    ask(
        slice,
        answer -> {
          answer.counts().terms().forEach(this::add);
          slice(slice + 1);
        });
  }

  private void add(long hash, int documentFrequency) {
    if (documentFrequency >= request.minDf()) {
      model.add(hash, documentFrequency);
    }
  }

  private IdfModel model() {
    if (model.size() == 0) {
      throw new IllegalArgumentException(
          "there is nothing to build a model of: no term of ["
              + request.field()
              + "] stands in at least [min_df], ["
              + request.minDf()
              + "], documents of "
              + names());
    }
    return model.build(documents);
  }

  private List<String> names() {
    return List.of(request.indices());
  }
}
