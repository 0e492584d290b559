package io.simhash.elasticsearch.retriever;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NewTexts;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.elasticsearch.query.ConfirmTexts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Gives each hit of a search the shingles of its text, which the shard reads with the rights of the
 * caller, or the reason why the field cannot be used in its index.
 *
 * <p>A shard reads the texts of {@link NewTexts#MAX_SHINGLES} shingles, and one more. The circuit
 * breaker {@code request} counts their memory.
 */
public final class TextShinglesPhase implements FetchSubPhase {

  /** The field of a hit; searches of users do not have it. */
  private static final String FIELD = "_text_shingles";

  /** Asks for the shingles of a field. Users cannot set it: it has no parser. */
  static final class Question extends SearchExtBuilder {

    private static final int FORMAT = 1;

    private final ConfirmOptions texts;

    Question(ConfirmOptions texts) {
      this.texts = texts;
    }

    private Question(StreamInput in) throws IOException {
      WireFormat.read(in, "a question for texts", FORMAT);
      this.texts = new ConfirmOptions(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVInt(FORMAT);
      texts.writeTo(out);
    }

    @Override
    public String getWriteableName() {
      return FIELD;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.field(FIELD, texts.field());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Question that && texts.equals(that.texts);
    }

    @Override
    public int hashCode() {
      return Objects.hash(texts);
    }
  }

  /** Registers the wire reader. */
  public static NamedWriteableRegistry.Entry namedWriteable() {
    return new NamedWriteableRegistry.Entry(SearchExtBuilder.class, FIELD, Question::new);
  }

  /** Lets a search give the shingles of its hits. */
  static void ask(SearchSourceBuilder source, ConfirmOptions texts) {
    source.ext(List.of(new Question(texts)));
  }

  /** The shingles of a hit, a {@code long[]}; or the reason, a string; {@code null} if not read. */
  static Object of(SearchHit hit) {
    DocumentField read = hit.field(FIELD);
    return read == null ? null : read.getValue();
  }

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    if (context.getSearchExt(FIELD) instanceof Question question) {
      SearchExecutionContext shard = context.getSearchExecutionContext();
      try {
        String field = question.texts.field();
        IndexFields fields = new IndexFields(shard);
        fields.requireNoObject("text", "text_field", field);
        if (fields.has(field) == false) {
          throw fields.refuse(
              "[text_field] must be mapped but [%s] is not; with [ignore_unmapped] [true] all hits"
                  + " are kept",
              field);
        }
        var texts =
            new ConfirmTexts(shard, question.texts, TextOptions.NONE, "text_field", "min_new");
        return new Processor(shard, texts, null);
      } catch (QueryShardException e) {
        return new Processor(shard, null, e.getMessage());
      }
    }
    return null;
  }

  /** Reads the texts of a shard's hits, in the order of the documents. */
  private static final class Processor implements FetchSubPhaseProcessor {

    private final SearchExecutionContext shard;
    private final ConfirmTexts texts;
    private final String refusal;
    private ConfirmTexts.SegmentSets segment;
    private int read;

    Processor(SearchExecutionContext shard, ConfirmTexts texts, String refusal) {
      this.shard = shard;
      this.texts = texts;
      this.refusal = refusal;
    }

    @Override
    public void setNextReader(LeafReaderContext next) throws IOException {
      segment = texts == null ? null : texts.open(next, SignatureParameters.DEFAULT);
    }

    @Override
    public void process(HitContext hit) throws IOException {
      Object value = refusal;
      if (segment != null && read < NewTexts.MAX_SHINGLES) {
        HashedSet shingles = segment.read(hit.docId());
        shard.addCircuitBreakerMemory(shingles.bytes(), FIELD);
        read += shingles.size();
        value = shingles.toArray();
      }
      if (value != null) {
        hit.hit()
            .addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, List.of(value))), Map.of());
      }
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
