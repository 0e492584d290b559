package io.simhash.elasticsearch.fingerprint;

import static io.simhash.core.base.Errors.invalid;
import static org.elasticsearch.rest.RestStatus.FAILED_DEPENDENCY;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.simhash.TextComparison;
import io.simhash.core.simhash.TextComparison.Side;
import io.simhash.elasticsearch.analysis.AnalyzerLookup;
import io.simhash.elasticsearch.analysis.FingerprinterFactory;
import io.simhash.elasticsearch.analysis.IdfModels;
import io.simhash.elasticsearch.analysis.SignatureOption;
import io.simhash.elasticsearch.fingerprint.FingerprintRequest.Input;
import io.simhash.elasticsearch.ingest.DocumentPipeline;
import io.simhash.elasticsearch.ingest.SimHashProcessor;
import io.simhash.elasticsearch.option.DocumentReference;
import io.simhash.elasticsearch.option.RequestBody;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.HashedText;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextHasher;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Fingerprints one text or document, or two and compares them. Stored documents are read in real
 * time.
 *
 * <p>Runs on the node that was asked, in the thread pool of {@code _analyze}: its few threads and
 * its short queue limit the memory for long texts. If the queue is full, the response is a 429.
 */
public final class TransportFingerprintAction
    extends TransportAction<FingerprintRequest, FingerprintResponse> {

  /** The action, which the cluster privilege {@code monitor} covers. */
  public static final ActionType<FingerprintResponse> TYPE =
      new ActionType<>("cluster:monitor/simhash/fingerprint");

  /** {@code POST _simhash/fingerprint}. */
  public static final class Handler extends BaseRestHandler {

    @Override
    public String getName() {
      return "simhash_fingerprint";
    }

    @Override
    public List<Route> routes() {
      return List.of(new Route(RestRequest.Method.POST, "/_simhash/fingerprint"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client)
        throws IOException {
      FingerprintRequest body = FingerprintRequest.parse(RequestBody.read(request));
      return channel -> client.execute(TYPE, body, new RestToXContentListener<>(channel));
    }
  }

  private final IndicesService indices;
  private final IngestService ingest;
  private final IdfModels models;
  private final NodeClient client;
  private final Executor executor;

  /** Called by Elasticsearch. */
  @Inject
  public TransportFingerprintAction(
      ActionFilters filters,
      TransportService transport,
      IndicesService indices,
      IngestService ingest,
      IdfModels models,
      NodeClient client) {
    super(
        TYPE.name(),
        filters,
        transport.getTaskManager(),
        transport.getThreadPool().executor(ThreadPool.Names.ANALYZE));
    this.indices = indices;
    this.ingest = ingest;
    this.models = models;
    this.client = client;
    this.executor = transport.getThreadPool().executor(ThreadPool.Names.ANALYZE);
  }

  @Override
  protected void doExecute(
      Task task, FingerprintRequest request, ActionListener<FingerprintResponse> listener) {
    List<DocumentReference> likes = request.likes();
    if (likes.isEmpty()) {
      ActionListener.completeWith(listener, () -> answer(request, request.inputs));
      return;
    }
    List<String> fields = new DocumentPipeline(ingest, request.pipeline).options().fields();
    client.multiGet(
        get(likes, fields),
        listener.delegateFailureAndWrap(
            (end, found) ->
                executor.execute(
                    ActionRunnable.supply(end, () -> answer(request, stored(found))))));
  }

  private static MultiGetRequest get(List<DocumentReference> likes, List<String> fields) {
    FetchSourceContext source =
        FetchSourceContext.of(true, fields.toArray(String[]::new), Strings.EMPTY_ARRAY);
    MultiGetRequest get = new MultiGetRequest();
    for (DocumentReference like : likes) {
      get.add(
          new MultiGetRequest.Item(like.index(), like.id())
              .routing(like.routing())
              .fetchSourceContext(source));
    }
    return get;
  }

  private static List<Input> stored(MultiGetResponse found) throws Exception {
    List<Input> stored = new ArrayList<>();
    for (MultiGetItemResponse item : found) {
      if (item.isFailed()) {
        throw item.getFailure().getFailure();
      }
      if (item.getResponse().isExists() == false) {
        throw new ResourceNotFoundException(
            "[like] must name a document but [{}] was not found in [{}]",
            item.getId(),
            item.getIndex());
      }
      if (item.getResponse().isSourceEmpty()) {
        throw invalid(
            "[like] needs a document with a [_source] but [%s] in [%s] has none",
            item.getId(), item.getIndex());
      }
      stored.add(new Input(null, null, item.getResponse().getSourceAsMap(), null));
    }
    FingerprintRequest.requireComparable(stored);
    return stored;
  }

  private FingerprintResponse answer(FingerprintRequest request, List<Input> inputs) {
    Optional<DocumentPipeline> pipeline =
        Optional.ofNullable(request.pipeline).map(id -> new DocumentPipeline(ingest, id));
    pipeline.ifPresent(TransportFingerprintAction::requireNoFile);
    TextHasher hasher = pipeline.map(p -> p.options().hasher()).orElseGet(() -> hasher(request));
    requireAnalyzer(hasher);
    // The shingles of the signatures or, without signatures, the default ones.
    TextMinHasher compared =
        hasher.minHasher().orElse(SignatureOption.DEFAULT.with(hasher.options()));
    List<Side> sides = new ArrayList<>();
    for (Input input : inputs) {
      SimHashProcessor.Result made =
          pipeline.isPresent() ? pipeline.get().process(input.document()) : ofText(hasher, input);
      // A text that is not compared is not cut.
      List<String> cut = inputs.size() == 1 ? List.of() : made.body();
      HashedSet shingles = compared.shingles().orElseThrow().hashes(cut);
      HashedText hashed = made.hashed();
      sides.add(new Side(shingles, hashed.fingerprint().orElseThrow(), hashed.signature()));
    }
    Optional<TextComparison> comparison =
        sides.size() == 1
            ? Optional.empty()
            : Optional.of(TextComparison.of(sides.getFirst(), sides.getLast()));
    return new FingerprintResponse(sides, comparison, request.maxTokens);
  }

  /**
   * Requires a pipeline whose IDF model is shipped. Weights, margins and the numbers computed from
   * them reveal how many documents have a word, for any word that a caller guesses, in indices that
   * the caller may not be allowed to read.
   */
  private static void requireNoFile(DocumentPipeline pipeline) {
    if (pipeline.options().usesOwnModel()) {
      throw invalid(
          "[pipeline] must not name a processor with [idf_path]: the weights would tell how frequent"
              + " words are in the documents of its file");
    }
  }

  private TextHasher hasher(FingerprintRequest request) {
    TextFingerprinter fingerprinter =
        new FingerprinterFactory(
                AnalyzerLookup.ofNode(indices.getAnalysis()), models, request.titleOption())
            .create(request.profileOptions, request.hasTitle(), List.of(1.0));
    return new TextHasher(
        fingerprinter.profile().text(), Optional.of(fingerprinter), request.signatures);
  }

  private static SimHashProcessor.Result ofText(TextHasher hasher, Input input) {
    List<String> body = List.of(input.text());
    String title = Objects.requireNonNullElse(input.title(), "");
    return new SimHashProcessor.Result(body, hasher.of(body, title, TokenSource.ANALYSIS));
  }

  /** Refuses the empty text too, whose response would have a profile's id. */
  private static void requireAnalyzer(TextHasher hasher) {
    if (hasher.fingerprinter().isEmpty()) {
      throw invalid(
          "[pipeline] must name a processor that makes fingerprints but it has [fingerprint]"
              + " [false]");
    }
    Optional<String> refusal = hasher.fingerprinter().get().refusal();
    if (refusal.isPresent()) {
      throw new ElasticsearchStatusException("{}", FAILED_DEPENDENCY, refusal.get());
    }
  }
}
