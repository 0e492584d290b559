package io.simhash.elasticsearch.fingerprint;

import static org.elasticsearch.rest.RestStatus.FAILED_DEPENDENCY;

import io.simhash.core.base.Weight;
import io.simhash.core.block.Blocks;
import io.simhash.core.feature.Factors;
import io.simhash.core.feature.Feature;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.BitFlips;
import io.simhash.core.simhash.TextComparison;
import io.simhash.core.simhash.TextComparison.Side;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.elasticsearch.analysis.NodeDictionaries;
import io.simhash.elasticsearch.fingerprint.FingerprintRequest.Input;
import io.simhash.elasticsearch.ingest.DocumentPipeline;
import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.UntypedActionRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Fingerprints one text or document, or two and compares them. Reads no index. With a pipeline
 * whose IDF model is a file, the caller needs the right to {@link ExplainModel}.
 *
 * <p>Runs on the node that was asked, in the thread pool of {@code _analyze}: its few threads and
 * its short queue limit the memory for long texts. If the queue is full, the response is a 429.
 */
public final class TransportFingerprintAction
    extends TransportAction<FingerprintRequest, TransportFingerprintAction.Response> {

  /** The action, which the cluster privilege {@code monitor} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("cluster:monitor/simhash/fingerprint");

  private final ClusterService cluster;
  private final Executor executor;
  private final NodeClient client;
  private final IndicesService indices;
  private final IngestService ingest;
  private final IdfModels models;

  /** Called by Elasticsearch. */
  @Inject
  public TransportFingerprintAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client,
      IndicesService indices,
      IngestService ingest,
      IdfModels models) {
    super(
        TYPE.name(),
        filters,
        transport.getTaskManager(),
        transport.getThreadPool().executor(ThreadPool.Names.ANALYZE));
    this.cluster = cluster;
    this.executor = transport.getThreadPool().executor(ThreadPool.Names.ANALYZE);
    this.client = client;
    this.indices = indices;
    this.ingest = ingest;
    this.models = models;
  }

  @Override
  protected void doExecute(
      Task task, FingerprintRequest request, ActionListener<Response> listener) {
    Optional<DocumentPipeline> pipeline =
        Optional.ofNullable(request.pipeline).map(id -> new DocumentPipeline(ingest, id));
    if (pipeline.filter(DocumentPipeline::usesOwnModel).isEmpty()) {
      ActionListener.completeWith(listener, () -> answer(request, pipeline));
      return;
    }
    client.execute(
        ExplainModel.TYPE,
        new ExplainModel.Request(),
        new ThreadedActionListener<>(
            executor,
            listener.delegateFailureAndWrap(
                (l, allowed) -> l.onResponse(answer(request, pipeline)))));
  }

  private Response answer(FingerprintRequest request, Optional<DocumentPipeline> pipeline) {
    Function<Input, Side> fingerprint =
        pipeline.map(p -> fingerprint(request, p)).orElseGet(() -> fingerprint(request));
    Side first = fingerprint.apply(request.input);
    Optional<Side> second = request.compareTo.map(fingerprint);
    Optional<TextComparison> comparison =
        second.map(other -> TextComparison.of(first, other, request.mu));
    return new Response(first, second, comparison, request.maxTokens);
  }

  private Function<Input, Side> fingerprint(FingerprintRequest request, DocumentPipeline pipeline) {
    requireAnalyzer(pipeline.fingerprinter());
    Function<List<String>, HashedSet> shingles = shingles(request, pipeline.signatures());
    return input -> {
      SimHashProcessor.Result made = pipeline.process(input.document());
      return new Side(
          shingles.apply(made.body()), made.fingerprint(), made.signature(), set(input));
    };
  }

  private Function<Input, Side> fingerprint(FingerprintRequest request) {
    TextFingerprinter fingerprinter =
        new FingerprinterFactory(
                AnalyzerLookup.ofNode(indices.getAnalysis()), models, request.titleOption())
            .create(request.profileOptions, request.hasTitle(), List.of(1.0));
    requireAnalyzer(fingerprinter);
    Function<List<String>, HashedSet> shingles = shingles(request, request.signatures);
    return input -> {
      List<String> texts = List.of(input.text());
      String title = Objects.requireNonNullElse(input.title(), "");
      Optional<Signature> signature = request.signatures.flatMap(made -> made.of(texts));
      return new Side(shingles.apply(texts), fingerprinter.of(texts, title), signature, set(input));
    };
  }

  /**
   * Refuses the empty text too, whose response would have a profile's id; warns if other nodes
   * would give the text another fingerprint.
   */
  private void requireAnalyzer(TextFingerprinter fingerprinter) {
    if (fingerprinter.refusal().isPresent()) {
      throw new ElasticsearchStatusException(
          "{}", FAILED_DEPENDENCY, fingerprinter.refusal().get());
    }
    if (fingerprinter.profile().analysis().startsWith("ansj")) {
      NodeDictionaries.differences(cluster.state().nodes())
          .forEach(difference -> HeaderWarning.addWarning("{}", difference));
    }
  }

  /**
   * Cuts texts into the shingles that they are compared by: those of their signatures or, without
   * signatures, those of the default. A text that is not compared is not cut.
   */
  private static Function<List<String>, HashedSet> shingles(
      FingerprintRequest request, Optional<TextMinHasher> signatures) {
    if (request.compareTo.isEmpty()) {
      return texts -> HashedSet.of(LongStream.empty());
    }
    return signatures
            .flatMap(TextMinHasher::shingles)
            .orElseGet(() -> new TextShingles(Shingling.AUTO_CHARACTERS, null))
        ::hashes;
  }

  private static Optional<Set<String>> set(Input input) {
    return input.set().map(LinkedHashSet::new);
  }

  /** A fingerprint with its tokens and their weights; for two texts, also their comparison. */
  public static final class Response extends ActionResponse implements ToXContentObject {

    private final Side first;
    private final Optional<Side> second;
    private final Optional<TextComparison> comparison;
    private final int maxTokens;

    Response(
        Side first, Optional<Side> second, Optional<TextComparison> comparison, int maxTokens) {
      this.first = first;
      this.second = second;
      this.comparison = comparison;
      this.maxTokens = maxTokens;
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject();
      write(builder, first);
      if (comparison.isPresent()) {
        builder.object("compare_to", other -> write(other, second.orElseThrow()));
        write(builder, comparison.get());
      }
      return builder.endObject();
    }

    private void write(XContentBuilder builder, Side side) throws IOException {
      TextFingerprint text = side.fingerprint();
      builder.field("fingerprint", text.hex());
      builder.field("profile", text.profile());
      builder.field("blocks", blocks(text.fingerprint()));
      builder.field("features", text.features().size());
      builder.field("effective_features", text.effectiveFeatures());
      builder.field("signature", side.signature().map(Signature::toBase64).orElse(null));
      builder.startArray("tokens");
      for (Feature feature : text.features().heaviest(maxTokens)) {
        write(builder, feature);
      }
      builder.endArray();
      builder.array("margins", text.marginsFromTheTop());
    }

    private static List<String> blocks(OptionalLong fingerprint) {
      return fingerprint.isEmpty()
          ? null
          : IntStream.range(0, Blocks.COUNT)
              .mapToObj(block -> Blocks.term(Blocks.value(fingerprint.getAsLong(), block)))
              .toList();
    }

    private static void write(XContentBuilder builder, Feature feature) throws IOException {
      Factors factors = feature.factors();
      builder
          .startObject()
          .field("text", feature.text())
          .field("part_of_speech", feature.partOfSpeech())
          .field("occurrences", feature.occurrences())
          .startObject("factors")
          .field("tf", factors.tf())
          .field("idf", factors.idf())
          .field("length", factors.length())
          .field("pos", factors.pos())
          .field("cue", factors.cue())
          .field("title", factors.title())
          .field("field", factors.field())
          .endObject()
          .field("weight", Weight.toDouble(feature.weight()))
          .endObject();
    }

    private static void write(XContentBuilder builder, TextComparison comparison)
        throws IOException {
      if (comparison.distance().isPresent()) {
        builder.field("distance", comparison.distance().getAsInt());
        builder.field("score", comparison.score().orElseThrow());
      } else {
        builder.nullField("distance").nullField("score");
      }
      if (comparison.similarity().isPresent()) {
        builder.field("similarity", comparison.similarity().getAsDouble());
      } else {
        builder.nullField("similarity");
      }
      builder.field("jaccard", comparison.shingles().jaccard());
      builder.field("containment", comparison.shingles().containment());
      builder.startArray("flipped");
      for (BitFlips.Flip flip : comparison.flips()) {
        builder.startObject().field("bit", flip.bit()).startArray("words");
        for (BitFlips.Pull pull : flip.pulls()) {
          builder
              .startObject()
              .field("text", pull.text())
              .field("pull", pull.first())
              .field("compare_to_pull", pull.second())
              .endObject();
        }
        builder.endArray().endObject();
      }
      builder.endArray();
    }
  }

  /**
   * Checks the right to see the weights of an IDF model that is not shipped, and does nothing else.
   *
   * <p>Weights, margins and the numbers computed from them reveal how many documents have a word,
   * for any word that a caller guesses, in indices that the caller may not be allowed to read.
   */
  public static final class ExplainModel
      extends TransportAction<ExplainModel.Request, ActionResponse.Empty> {

    /**
     * The action, which the cluster privilege {@code manage} covers and {@code monitor} does not.
     */
    public static final ActionType<ActionResponse.Empty> TYPE =
        new ActionType<>("cluster:admin/simhash/idf/explain");

    /** No parameters: the right is for all models. Never sent to another node. */
    static final class Request extends UntypedActionRequest {

      @Override
      public ActionRequestValidationException validate() {
        return null;
      }

      @Override
      public void writeTo(StreamOutput out) {
        TransportAction.localOnly();
      }
    }

    /** Called by Elasticsearch. */
    @Inject
    public ExplainModel(ActionFilters filters, TransportService transport) {
      super(TYPE.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    @Override
    protected void doExecute(
        Task task, Request request, ActionListener<ActionResponse.Empty> listener) {
      listener.onResponse(ActionResponse.Empty.INSTANCE);
    }
  }
}
