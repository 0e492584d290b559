package io.simhash.elasticsearch.compat;

import java.util.List;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;

/**
 * A retriever that gets the best hits of others, each with the values that it asked for.
 *
 * <p>In 8.19 it has to send the searches itself.
 */
public abstract class WindowRetriever<T extends WindowRetriever<T>>
    extends CompoundRetrieverBuilder<T> {

  protected WindowRetriever(List<RetrieverSource> inner, int rankWindowSize) {
    super(inner, rankWindowSize);
  }

  /** Counts an inner retriever in the statistics of usage. */
  protected static void track(RetrieverParserContext context, RetrieverBuilder inner) {
    context.trackRetrieverUsage(inner);
  }
}
