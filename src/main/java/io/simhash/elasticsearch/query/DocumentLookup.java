package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.GroupedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.query.QueryRewriteAsyncAction;

/**
 * Reads fields of documents by ordinary searches with the caller's rights: it sees neither a
 * document nor a field that the caller must not see. Equal look-ups of a request run once. As with
 * every search, a document is found from the refresh after it was indexed.
 *
 * <p>The result holds the documents in the order of the references, each once, also where several
 * references are equal. It fails with 404 if one does not exist, with 400 if there are several for
 * one reference.
 */
final class DocumentLookup extends QueryRewriteAsyncAction<List<FoundDocument>, DocumentLookup> {

  private final List<DocumentReference> documents;
  private final LookupFields fields;
  private final NearRequests requests;

  /**
   * @param fields the fields to read
   * @param requests knows the request that the look-up is a part of
   */
  DocumentLookup(List<DocumentReference> documents, LookupFields fields, NearRequests requests) {
    this.documents = documents.stream().distinct().toList();
    this.fields = fields;
    this.requests = requests;
  }

  @Override
  protected void execute(Client client, ActionListener<List<FoundDocument>> listener) {
    ActionListener.run(
        listener,
        l -> {
          ThreadContext context = client.threadPool().getThreadContext();
          if (LookupSearch.isRunning(context)) {
            throw invalid("[like] cannot be resolved while the document of a [like] is looked up");
          }
          NearRequest request = requests.current();
          request.countDocuments(documents.size());
          run(groups(), new LookupSearch(client, fields, request), request, context, l);
        });
  }

  /** Documents of one index and routing are read by one search. */
  private Collection<List<DocumentReference>> groups() {
    return documents.stream()
        .collect(
            Collectors.groupingBy(
                DocumentReference::place, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private void run(
      Collection<List<DocumentReference>> groups,
      LookupSearch search,
      NearRequest request,
      ThreadContext context,
      ActionListener<List<FoundDocument>> listener) {
    var all =
        new GroupedActionListener<Map<DocumentReference, FoundDocument>>(
            groups.size(), listener.map(this::inOrder));
    for (List<DocumentReference> group : groups) {
      request.run(end -> search.find(group, end), context, all);
    }
  }

  private List<FoundDocument> inOrder(Collection<Map<DocumentReference, FoundDocument>> groups) {
    Map<DocumentReference, FoundDocument> found = new HashMap<>();
    groups.forEach(found::putAll);
    return documents.stream().map(found::get).toList();
  }

  @Override
  public int doHashCode() {
    return Objects.hash(documents, fields);
  }

  @Override
  public boolean doEquals(DocumentLookup other) {
    return documents.equals(other.documents) && fields.equals(other.fields);
  }
}
