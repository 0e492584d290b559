package io.simhash.elasticsearch.stats;

import io.simhash.core.block.Blocks;
import io.simhash.elasticsearch.mapper.FingerprintValue;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.elasticsearch.action.fieldcaps.FieldCapabilities;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.bucket.SingleBucketAggregation;
import org.elasticsearch.search.aggregations.bucket.terms.Terms;
import org.elasticsearch.search.aggregations.metrics.Cardinality;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The aggregations that count one field of type {@code simhash} or {@code minhash}, and their part
 * of the response.
 *
 * @param name the field
 * @param indices the indices that map it; empty if all that are searched do
 * @param nested the path of the nested objects that have it; empty if documents have it
 */
record FieldCounts(String name, List<String> indices, String nested) {

  private static final int MAX_TERMS = 1_000;

  /** The largest buckets of a block among which overfull ones are counted. */
  private static final int MAX_BUCKETS = 100;

  /** The largest buckets of a block that the response lists. */
  private static final int LISTED_BUCKETS = 5;

  private static final String WITH_VALUE = "with_value";
  private static final String SIGNATURE_ALONE = "signature_alone";
  private static final String PROFILES = "profiles";
  private static final String PARAMETERS = SimHashFields.PARAMETERS;

  /** The fields of these types in a response, by name. */
  static List<FieldCounts> of(FieldCapabilitiesResponse mapped) {
    List<FieldCounts> fields = new ArrayList<>();
    for (String name : new TreeSet<>(mapped.get().keySet())) {
      Map<String, FieldCapabilities> types = new TreeMap<>(mapped.get().get(name));
      types.keySet().retainAll(NearFieldType.TYPES);
      if (types.isEmpty() == false) {
        // Without indices: all have the type.
        List<String> indices =
            types.values().stream()
                .map(FieldCapabilities::indices)
                .filter(Objects::nonNull)
                .flatMap(Stream::of)
                .toList();
        fields.add(new FieldCounts(name, indices, nested(name, mapped.get())));
      }
    }
    return fields;
  }

  private static String nested(String name, Map<String, Map<String, FieldCapabilities>> mapped) {
    String path = name;
    do {
      path = path.substring(0, Math.max(0, path.lastIndexOf('.')));
    } while (path.isEmpty() == false
        && mapped.getOrDefault(path, Map.of()).containsKey("nested") == false);
    return path;
  }

  /** Counts the documents that could have the field, those that have it, and their values. */
  AggregationBuilder aggregation() {
    QueryBuilder mapped =
        indices.isEmpty()
            ? QueryBuilders.matchAllQuery()
            : QueryBuilders.termsQuery("_index", indices);
    AggregationBuilder values =
        AggregationBuilders.filter(WITH_VALUE, QueryBuilders.existsQuery(name))
            .subAggregation(terms(PROFILES, FingerprintValue.profileField(name), MAX_TERMS))
            .subAggregation(terms(PARAMETERS, name + "." + PARAMETERS, MAX_TERMS))
            .subAggregation(AggregationBuilders.filter(SIGNATURE_ALONE, signatureAlone()));
    for (int block = 0; block < Blocks.COUNT; block++) {
      String field = SimHashFields.blockField(name, block);
      values.subAggregation(terms(SimHashFields.blockName(block), field, MAX_BUCKETS));
      values.subAggregation(AggregationBuilders.cardinality(distinct(block)).field(field));
    }
    return (nested.isEmpty()
            ? AggregationBuilders.filter(name, mapped)
            : AggregationBuilders.nested(name, nested))
        .subAggregation(values);
  }

  private QueryBuilder signatureAlone() {
    return QueryBuilders.boolQuery()
        .filter(QueryBuilders.existsQuery(SimHashFields.signatureField(name)))
        .mustNot(QueryBuilders.existsQuery(SimHashFields.blockField(name, 0)));
  }

  private static AggregationBuilder terms(String name, String field, int size) {
    return AggregationBuilders.terms(name).field(field).size(size);
  }

  private static String distinct(int block) {
    return "distinct_" + block;
  }

  /** A document has at most one of the terms. */
  private static long documents(Terms terms) {
    return terms.getSumOfOtherDocCounts()
        + terms.getBuckets().stream().mapToLong(Terms.Bucket::getDocCount).sum();
  }

  /** Writes the counts. Blocks are left out where no document has a fingerprint. */
  void write(XContentBuilder builder, InternalAggregations counts) throws IOException {
    SingleBucketAggregation all = counts.get(name);
    SingleBucketAggregation values = all.getAggregations().get(WITH_VALUE);
    Terms profiles = values.getAggregations().get(PROFILES);
    Terms parameters = values.getAggregations().get(PARAMETERS);
    SingleBucketAggregation alone = values.getAggregations().get(SIGNATURE_ALONE);
    // Not by the blocks: field-level security may hide them.
    long fingerprints = values.getDocCount() - alone.getDocCount();
    builder
        .startObject(name)
        .field("documents", all.getDocCount())
        .field("fingerprints", fingerprints)
        .field("without_fingerprint", all.getDocCount() - fingerprints)
        .field("without_profile", values.getDocCount() - documents(profiles))
        .field("signatures", documents(parameters))
        .field("without_signature", values.getDocCount() - documents(parameters));
    writeTerms(builder, PROFILES, "profile", profiles, MAX_TERMS);
    builder.field("other_profiles", profiles.getSumOfOtherDocCounts());
    writeTerms(builder, PARAMETERS, "parameters", parameters, MAX_TERMS);
    builder.field("other_signature_parameters", parameters.getSumOfOtherDocCounts());
    Terms first = values.getAggregations().get(SimHashFields.blockName(0));
    if (first.getBuckets().isEmpty() == false) {
      builder.startArray("blocks");
      for (int block = 0; block < Blocks.COUNT; block++) {
        Cardinality distinct = values.getAggregations().get(distinct(block));
        Terms buckets = values.getAggregations().get(SimHashFields.blockName(block));
        writeBlock(builder, Math.min(Blocks.VALUES, distinct.getValue()), buckets);
      }
      builder.endArray();
    }
    builder.endObject();
  }

  private static void writeBlock(XContentBuilder builder, long distinct, Terms buckets)
      throws IOException {
    long documents = documents(buckets);
    long threshold = Blocks.overfullAbove(documents, distinct);
    long[] overfull =
        buckets.getBuckets().stream()
            .mapToLong(Terms.Bucket::getDocCount)
            .filter(size -> size > threshold)
            .toArray();
    builder
        .startObject()
        .field("distinct_values", distinct)
        // Four digits after the point, for readers.
        .field("average_bucket", Math.round(1e4 * documents / Math.max(1, distinct)) / 1e4);
    writeTerms(builder, "largest_buckets", "value", buckets, LISTED_BUCKETS);
    builder
        .startObject("overfull")
        .field("threshold", threshold)
        .field("buckets", overfull.length)
        .field("documents", LongStream.of(overfull).sum())
        .endObject()
        .endObject();
  }

  private static void writeTerms(
      XContentBuilder builder, String name, String termName, Terms terms, int limit)
      throws IOException {
    builder.startArray(name);
    for (Terms.Bucket term : terms.getBuckets().stream().limit(limit).toList()) {
      builder.startObject().field(termName, term.getKeyAsString());
      builder.field("documents", term.getDocCount()).endObject();
    }
    builder.endArray();
  }
}
