package io.simhash.elasticsearch.fingerprint;

import static org.elasticsearch.rest.RestStatus.FAILED_DEPENDENCY;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.TextComparison;
import io.simhash.core.simhash.TextComparison.Side;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Fingerprints one text or document, or two and compares them. Reads no index. With a stored IDF
 * model, or one from a file, the caller needs the right to {@link TransportExplainModelAction}.
 *
 * <p>Runs on the node that was asked, in the thread pool of {@code _analyze}: its few threads and
 * its short queue limit the memory for long texts. If the queue is full, the response is a 429.
 */
public final class TransportFingerprintAction
    extends TransportAction<FingerprintRequest, FingerprintResponse> {

  /** The action, which the cluster privilege {@code monitor} covers. */
  public static final ActionType<FingerprintResponse> TYPE =
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
      Task task, FingerprintRequest request, ActionListener<FingerprintResponse> listener) {
    Optional<DocumentPipeline> pipeline =
        Optional.ofNullable(request.pipeline).map(id -> new DocumentPipeline(ingest, id));
    boolean usesOwnModel =
        pipeline
            .map(DocumentPipeline::usesOwnModel)
            .orElseGet(() -> FingerprinterFactory.usesOwnModel(request.profileOptions));
    // The weights of a model that is not shipped need a right of their own.
    if (usesOwnModel == false) {
      ActionListener.completeWith(listener, () -> answer(request, pipeline));
      return;
    }
    client.execute(
        TransportExplainModelAction.TYPE,
        new TransportExplainModelAction.Request(),
        new ThreadedActionListener<>(
            executor,
            listener.delegateFailureAndWrap(
                (l, allowed) -> l.onResponse(answer(request, pipeline)))));
  }

  private FingerprintResponse answer(
      FingerprintRequest request, Optional<DocumentPipeline> pipeline) {
    Function<Input, Side> fingerprint =
        pipeline.map(p -> fingerprint(request, p)).orElseGet(() -> fingerprint(request));
    Side first = fingerprint.apply(request.input);
    Optional<Side> second = request.compareTo.map(fingerprint);
    Optional<TextComparison> comparison =
        second.map(other -> TextComparison.of(first, other, request.mu));
    return new FingerprintResponse(first, second, comparison, request.maxTokens);
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
}
