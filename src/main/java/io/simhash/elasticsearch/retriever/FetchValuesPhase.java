package io.simhash.elasticsearch.retriever;

import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.lucene.search.SegmentNearValues;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;

/** Adds the value of the collapsing field to the hits of a search that has {@link FetchValues}. */
public final class FetchValuesPhase implements FetchSubPhase {

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    if (context.getSearchExt(FetchValues.NAME) instanceof FetchValues asked) {
      try {
        Optional<SimHashFieldType> type = asked.decision().in(context.getSearchExecutionContext());
        return type.<FetchSubPhaseProcessor>map(found -> new Reading(found.name())).orElse(null);
      } catch (QueryShardException e) {
        return new Refusing(FetchedValue.refusing(e.getMessage()));
      }
    }
    return null;
  }

  /** Reads doc values, which field-level security hides from the reader. */
  private static final class Reading implements FetchSubPhaseProcessor {

    private final String field;
    private SegmentNearValues values;

    Reading(String field) {
      this.field = field;
    }

    @Override
    public void setNextReader(LeafReaderContext segment) throws IOException {
      values = new SegmentNearValues(segment.reader(), field);
    }

    @Override
    public void process(HitContext hit) throws IOException {
      values
          .of(hit.docId())
          .ifPresent(value -> hit.hit().setDocumentField(FetchedValue.field(value)));
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }

  /** Tells why the field cannot be read. */
  private record Refusing(DocumentField sentence) implements FetchSubPhaseProcessor {

    @Override
    public void setNextReader(LeafReaderContext segment) {}

    @Override
    public void process(HitContext hit) {
      hit.hit().setDocumentField(sentence);
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
