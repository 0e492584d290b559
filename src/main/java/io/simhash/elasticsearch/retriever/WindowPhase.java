package io.simhash.elasticsearch.retriever;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NewTexts;
import io.simhash.core.text.NormalForm;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.IndexFields;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.option.SameReader;
import io.simhash.elasticsearch.option.WireFormat;
import io.simhash.elasticsearch.query.ConfirmTexts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Gives each hit of the inner search its values of {@code same} and the shingles of its text, which
 * the shard reads with the rights of the caller; or the reason why a field cannot be used in its
 * index. An error would lose the hits of the shard alone.
 *
 * <p>A shard reads the texts of {@link NewTexts#MAX_SHINGLES} shingles, and one more. The circuit
 * breaker {@code request} counts the memory.
 */
public final class WindowPhase implements FetchSubPhase {

  private static final String NAME = "near_duplicate_collapse_values";

  /** Asks for the values. Users cannot set it: it has no parser. */
  static final class Question extends SearchExtBuilder {

    private static final int FORMAT = 1;

    private final SameFields same;
    private final ConfirmOptions texts;
    private final boolean ignoreUnmapped;

    Question(CollapseOptions options) {
      this.same = options.same();
      this.texts = options.texts();
      this.ignoreUnmapped = options.ignoreUnmapped();
    }

    private Question(StreamInput in) throws IOException {
      WireFormat.read(in, "a near_duplicate_collapse", FORMAT);
      this.same = new SameFields(in);
      this.texts = in.readOptionalWriteable(ConfirmOptions::new);
      this.ignoreUnmapped = in.readBoolean();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVInt(FORMAT);
      same.writeTo(out);
      out.writeOptionalWriteable(texts);
      out.writeBoolean(ignoreUnmapped);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder.field(NAME, texts == null ? same.names() : texts.field());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Question that
          && same.equals(that.same)
          && Objects.equals(texts, that.texts)
          && ignoreUnmapped == that.ignoreUnmapped;
    }

    @Override
    public int hashCode() {
      return Objects.hash(same, texts, ignoreUnmapped);
    }
  }

  /** Registers the wire reader. */
  public static NamedWriteableRegistry.Entry namedWriteable() {
    return new NamedWriteableRegistry.Entry(SearchExtBuilder.class, NAME, Question::new);
  }

  /**
   * What a shard gave with a hit: the values of {@code same}, a {@link BytesRef}, and if it was
   * read the text, a {@code long[]}. A string in the place of either is the reason why the field
   * cannot be used. Empty if nothing was asked for.
   */
  static List<Object> answer(SearchHit hit) {
    DocumentField read = hit.field(NAME);
    return read == null ? List.of() : read.getValues();
  }

  @Override
  public FetchSubPhaseProcessor getProcessor(FetchContext context) {
    return context.getSearchExt(NAME) instanceof Question question
        ? new Processor(question, context.getSearchExecutionContext())
        : null;
  }

  /** Reads the values of a shard's hits, in the order of the documents. */
  private static final class Processor implements FetchSubPhaseProcessor {

    private final SearchExecutionContext shard;
    private SameReader same;
    private String sameRefusal;
    private ConfirmTexts texts;
    private String textRefusal;
    private CheckedIntFunction<BytesRef, IOException> segmentSame;
    private CheckedIntFunction<HashedSet, IOException> segmentTexts;

    /** The letters that were read, and the characters between them. */
    private long read;

    Processor(Question question, SearchExecutionContext shard) {
      this.shard = shard;
      try {
        same = new SameReader(question.same, shard);
        if (question.ignoreUnmapped == false) {
          same.requireMapped();
        }
      } catch (QueryShardException e) {
        sameRefusal = e.getMessage();
      }
      try {
        texts = question.texts == null ? null : texts(question.texts);
      } catch (QueryShardException e) {
        textRefusal = e.getMessage();
      }
    }

    private ConfirmTexts texts(ConfirmOptions options) {
      IndexFields fields = new IndexFields(shard);
      fields.requireNoObject("text", "text_field", options.field());
      if (fields.has(options.field()) == false) {
        throw fields.refuse(
            "[text_field] must be mapped but [%s] is not; with [ignore_unmapped] [true] all hits"
                + " are kept",
            options.field());
      }
      return new ConfirmTexts(shard, options, TextOptions.NONE, "text_field", "min_new");
    }

    @Override
    public void setNextReader(LeafReaderContext next) throws IOException {
      segmentSame = sameRefusal == null ? same.open(next) : null;
      segmentTexts =
          texts == null
              ? null
              : texts.open(
                  next,
                  SignatureParameters.DEFAULT,
                  values -> read += NormalForm.maxLetters(values));
    }

    @Override
    public void process(HitContext hit) throws IOException {
      List<Object> answer = new ArrayList<>();
      if (segmentSame == null) {
        answer.add(sameRefusal);
      } else {
        BytesRef values = BytesRef.deepCopyOf(segmentSame.apply(hit.docId()));
        shard.addCircuitBreakerMemory(values.length, NAME);
        answer.add(values);
      }
      if (textRefusal != null) {
        answer.add(textRefusal);
      } else if (segmentTexts != null && read < NewTexts.MAX_SHINGLES) {
        HashedSet shingles = segmentTexts.apply(hit.docId());
        shard.addCircuitBreakerMemory(shingles.bytes(), NAME);
        answer.add(shingles.toArray());
      }
      hit.hit().addDocumentFields(Map.of(NAME, new DocumentField(NAME, answer)), Map.of());
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
