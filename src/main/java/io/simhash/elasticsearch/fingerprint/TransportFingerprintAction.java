package io.simhash.elasticsearch.fingerprint;

import static io.simhash.core.base.Errors.invalid;
import static org.elasticsearch.rest.RestStatus.FAILED_DEPENDENCY;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.simhash.TextComparison;
import io.simhash.core.simhash.TextComparison.Side;
import io.simhash.core.text.TextOptions;
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
import java.util.function.Function;
import java.util.stream.LongStream;
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
 * Fingerprints one text or document, or two and compares them. Stored documents are read as the
 * caller, in real time.
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
    ActionListener.run(
        listener,
        l ->
            client.multiGet(
                get(likes, new DocumentPipeline(ingest, request.pipeline).options().fields()),
                l.delegateFailureAndWrap(
                    (end, found) ->
                        executor.execute(
                            ActionRunnable.supply(end, () -> answer(request, stored(found)))))));
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
    Function<Input, Side> fingerprint =
        pipeline.map(p -> fingerprint(request, p)).orElseGet(() -> fingerprint(request));
    List<Side> sides = inputs.stream().map(fingerprint).toList();
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

  private Function<Input, Side> fingerprint(FingerprintRequest request, DocumentPipeline pipeline) {
    requireAnalyzer(
        pipeline
            .options()
            .hasher()
            .fingerprinter()
            .orElseThrow(
                () ->
                    invalid(
                        "[pipeline] must name a processor that makes fingerprints but it has"
                            + " [fingerprint] [false]")));
    Function<List<String>, HashedSet> shingles =
        shingles(request, pipeline.options().hasher().minHasher().orElse(SignatureOption.DEFAULT));
    return input -> {
      SimHashProcessor.Result made = pipeline.process(input.document());
      return side(shingles.apply(made.body()), made.hashed());
    };
  }

  private Function<Input, Side> fingerprint(FingerprintRequest request) {
    TextFingerprinter fingerprinter =
        new FingerprinterFactory(
                AnalyzerLookup.ofNode(indices.getAnalysis()), models, request.titleOption())
            .create(request.profileOptions, request.hasTitle(), List.of(1.0));
    requireAnalyzer(fingerprinter);
    TextOptions options = fingerprinter.profile().text();
    TextHasher hasher = new TextHasher(options, Optional.of(fingerprinter), request.signatures);
    Function<List<String>, HashedSet> shingles =
        shingles(request, hasher.minHasher().orElse(SignatureOption.DEFAULT.with(options)));
    return input -> {
      List<String> texts = List.of(input.text());
      String title = Objects.requireNonNullElse(input.title(), "");
      return side(shingles.apply(texts), hasher.of(texts, title, TokenSource.ANALYSIS));
    };
  }

  private static Side side(HashedSet shingles, HashedText hashed) {
    return new Side(shingles, hashed.fingerprint().orElseThrow(), hashed.signature());
  }

  /** Refuses the empty text too, whose response would have a profile's id. */
  private static void requireAnalyzer(TextFingerprinter fingerprinter) {
    if (fingerprinter.refusal().isPresent()) {
      throw new ElasticsearchStatusException(
          "{}", FAILED_DEPENDENCY, fingerprinter.refusal().get());
    }
  }

  /**
   * Cuts texts into the shingles that they are compared by: the shingles of their signatures or,
   * without signatures, the default ones. A text that is not compared is not cut.
   */
  private static Function<List<String>, HashedSet> shingles(
      FingerprintRequest request, TextMinHasher compared) {
    if (request.inputs.size() == 1) {
      return texts -> HashedSet.of(LongStream.empty());
    }
    return compared.shingles().orElseThrow()::hashes;
  }
}
