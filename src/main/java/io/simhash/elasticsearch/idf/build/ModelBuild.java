package io.simhash.elasticsearch.idf.build;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBuilder;
import io.simhash.lucene.idf.TermCounts;
import java.util.List;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;

/**
 * Builds one IDF model from the counts of all shards, in several requests.
 *
 * <p>The first request asks every shard for its number of documents and an upper bound of its
 * number of terms. Each of the next counts one slice of the terms, chosen by their hashes, where
 * the number of slices keeps a slice of all shards below {@link #TERMS_PER_SLICE}. Counts are exact
 * and memory is bounded for any number of terms. For each slice a shard reads all terms of the
 * field.
 */
final class ModelBuild {

  /** The terms of a slice, 12 bytes each. */
  static final int TERMS_PER_SLICE = 1_000_000;

  /** The maximum number of slices, enough for a billion terms. */
  private static final int MAX_SLICES = 1_000;

  private final TransportBuildModelAction.Request request;
  private final Client client;
  private final int termsPerSlice;
  private final ActionListener<IdfModel> listener;
  private final IdfModelBuilder model;
  private long documents;
  private int slices;

  /**
   * @param client sends the requests, with the caller's rights
   * @param termsPerSlice {@link #TERMS_PER_SLICE}
   */
  ModelBuild(
      TransportBuildModelAction.Request request,
      Client client,
      int termsPerSlice,
      ActionListener<IdfModel> listener) {
    this.request = request;
    this.client = client;
    this.termsPerSlice = termsPerSlice;
    this.listener = listener;
    this.model = new IdfModelBuilder(request.maxTerms);
  }

  void start() {
    count(0, this::planSlices);
  }

  private void count(int slice, Consumer<List<ShardCount.Counts>> next) {
    client.execute(
        TransportCountTermsAction.TYPE,
        new TransportCountTermsAction.Request(
            request.indices(), new ShardCount.Terms(request.field, slice, slices)),
        listener.delegateFailureAndWrap((l, response) -> next.accept(response.shards)));
  }

  private void planSlices(List<ShardCount.Counts> shards) {
    if (shards.isEmpty()) {
      throw invalid("[index] names no open index: %s", indices());
    }
    if (shards.stream().noneMatch(ShardCount.Counts::mapped)) {
      throw invalid(
          "[field] must be a field of %s but [%s] is not mapped", indices(), request.field);
    }
    documents = shards.stream().mapToLong(ShardCount.Counts::documents).sum();
    if (documents > IdfModel.MAX_DOCUMENTS) {
      throw invalid(
          "a model can be built from at most [%s] documents but %s has [%s]",
          IdfModel.MAX_DOCUMENTS, indices(), documents);
    }
    long maxTerms = shards.stream().mapToLong(ShardCount.Counts::maxTerms).sum();
    if (Math.ceilDiv(maxTerms, (long) termsPerSlice) > MAX_SLICES) {
      throw invalid(
          "a model can be built from at most [%s] terms but [%s] has [%s]",
          (long) MAX_SLICES * termsPerSlice, request.field, maxTerms);
    }
    slices = (int) Math.ceilDiv(maxTerms, (long) termsPerSlice);
    countSlice(0);
  }

  private void countSlice(int slice) {
    if (slice == slices) {
      listener.onResponse(build());
      return;
    }
    count(
        slice,
        shards -> {
          TermCounts all = new TermCounts();
          shards.forEach(shard -> all.addAll(shard.terms()));
          all.forEach(
              (hash, documentFrequency) -> {
                if (documentFrequency >= request.minDf) {
                  model.add(hash, documentFrequency);
                }
              });
          countSlice(slice + 1);
        });
  }

  private IdfModel build() {
    if (model.size() == 0) {
      throw invalid(
          "no model can be built: [min_df] is [%s] and no term of [%s] is in that many documents of"
              + " %s",
          request.minDf, request.field, indices());
    }
    return model.build(documents);
  }

  private List<String> indices() {
    return List.of(request.indices());
  }
}
