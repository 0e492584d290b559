package io.simhash.elasticsearch.option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.SortedBinaryDocValues;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * Reads the values of {@link SameFields} of the documents of one index, with the rights of the
 * search: as bytes that are equal where the set of values of each field is.
 */
public final class SameReader {

  private final SearchExecutionContext context;
  private final SameFields same;

  /** The fields that the index maps; in the others no document has a value. */
  private final Map<String, MappedFieldType> types = new LinkedHashMap<>();

  /** Writes the values of a field of a document, each once, and the end of them. */
  private interface FieldWriter {
    void write(int doc, BytesStreamOutput out) throws IOException;
  }

  /** Refuses fields whose values cannot be compared. */
  public SameReader(SameFields same, SearchExecutionContext context) {
    this.context = context;
    this.same = same;
    IndexFields fields = new IndexFields(context);
    for (String name : same.names()) {
      if (fields.has(name)) {
        MappedFieldType type = SameFields.type(fields, name);
        if (type.isAggregatable() == false) {
          throw fields.refuse("[same] must hold fields with doc values but [%s] has none", name);
        }
        types.put(name, type);
      }
    }
  }

  /** The names of the fields that the index maps. */
  public Set<String> mapped() {
    return types.keySet();
  }

  /** Requires that the index maps all fields. */
  public void requireMapped() {
    for (String name : same.names()) {
      if (types.containsKey(name) == false) {
        throw new IndexFields(context)
            .refuse(
                "[same] must hold fields that are mapped but [%s] is not in [%s]; with"
                    + " [ignore_unmapped] [true] the documents of such an index have no value",
                name, context.getFullyQualifiedIndex().getName());
      }
    }
  }

  /** Reads documents of a segment, in ascending order; the values are valid until the next call. */
  public CheckedIntFunction<BytesRef, IOException> open(LeafReaderContext leaf) throws IOException {
    List<FieldWriter> writers = new ArrayList<>();
    for (String name : same.names()) {
      MappedFieldType type = types.get(name);
      writers.add(type == null ? (doc, out) -> out.writeBoolean(false) : open(type, leaf));
    }
    BytesStreamOutput out = new BytesStreamOutput();
    return doc -> {
      out.reset();
      for (FieldWriter writer : writers) {
        writer.write(doc, out);
      }
      return out.bytes().toBytesRef();
    };
  }

  private FieldWriter open(MappedFieldType type, LeafReaderContext leaf) throws IOException {
    var data = context.getForField(type, MappedFieldType.FielddataOperation.SEARCH);
    if (data instanceof IndexNumericFieldData && type.hasDocValues()) {
      // As they are stored: field data rounds some types.
      SortedNumericDocValues numbers = DocValues.getSortedNumeric(leaf.reader(), type.name());
      return (doc, out) -> {
        Long before = null;
        for (int i = numbers.advanceExact(doc) ? numbers.docValueCount() : 0; i > 0; i--) {
          Long number = numbers.nextValue();
          if (number.equals(before) == false) {
            out.writeBoolean(true);
            out.writeLong(number);
          }
          before = number;
        }
        out.writeBoolean(false);
      };
    }
    SortedBinaryDocValues values = data.load(leaf).getBytesValues();
    return (doc, out) -> {
      BytesRef before = null;
      for (int i = values.advanceExact(doc) ? values.docValueCount() : 0; i > 0; i--) {
        BytesRef value = values.nextValue();
        if (value.equals(before) == false) {
          out.writeBoolean(true);
          out.writeBytesRef(value);
        }
        before = i == 1 ? null : BytesRef.deepCopyOf(value);
      }
      out.writeBoolean(false);
    };
  }
}
