package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.cluster.ElementReader;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.SignatureBands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Reads the elements of a run from the shards: groups of equal documents, whose first document is
 * read.
 */
final class GroupReader implements ElementReader {

  private final PointInTime pointInTime;
  private final ClusterOptions options;
  private final Documents documents;
  private final EqualGroups groups;
  private final Values values;

  /** The place of each document's parameters in {@link Documents#parameters}, or -1. */
  private int[] parametersOf;

  GroupReader(
      PointInTime pointInTime,
      ClusterOptions options,
      Documents documents,
      EqualGroups groups,
      Values values) {
    this.pointInTime = pointInTime;
    this.options = options;
    this.documents = documents;
    this.groups = groups;
    this.values = values;
  }

  @Override
  public int[] parameters() {
    parametersOf = documents.parametersOfEach(pointInTime, options);
    return ofGroups(parametersOf);
  }

  /** The value of each group's first document. */
  private int[] ofGroups(int[] ofDocuments) {
    return IntStream.range(0, groups.groups()).map(g -> ofDocuments[groups.first(g)]).toArray();
  }

  @Override
  public int[] components() {
    return IntStream.range(0, documents.parameters().length)
        .map(place -> StoredSignatures.components(documents.parameters()[place]))
        .toArray();
  }

  /** Reads some bands at a time. */
  @Override
  public void bands(int parameters, SignatureBands bands, Consumer<int[]> consumer) {
    int signed = (int) IntStream.of(parametersOf).filter(each -> each == parameters).count();
    int[] placesOfGroups = placesOfGroups(parameters);
    int atATime = Math.min(bands.bands(), Reservation.bandsPerPass(documents.size()));
    for (int first = 0; first < bands.bands(); first += atATime) {
      int count = Math.min(atATime, bands.bands() - first);
      ShardQuestion question =
          ShardQuestion.bands(
              options.fields(), documents.parameters()[parameters], bands, first, count);
      List<ShardValues> answers = ask(question, count, signed);
      for (int band = 0; band < count; band++) {
        int[] column = column(answers, count, band, signed);
        consumer.accept(IntStream.of(placesOfGroups).map(place -> column[place]).toArray());
      }
    }
  }

  /** The place of each signed group's first document among the documents with the parameters. */
  private int[] placesOfGroups(int parameters) {
    int signed = 0;
    int[] places = new int[documents.size()];
    for (int document = 0; document < places.length; document++) {
      places[document] = parametersOf[document] == parameters ? signed++ : -1;
    }
    return IntStream.of(ofGroups(places)).filter(place -> place >= 0).toArray();
  }

  private List<ShardValues> ask(ShardQuestion question, int count, int signed) {
    List<ShardValues> answers =
        pointInTime.ask(question, options.query()).stream().sorted(Documents.BY_SHARD).toList();
    long read = answers.stream().mapToLong(answer -> answer.bands().length).sum();
    if (read != (long) signed * count) {
      throw invalid(
          "[query] must match the same documents each time but matched [%s] with a signature, then"
              + " [%s]",
          signed, read / count);
    }
    return answers;
  }

  /** One band of each signed document, out of {@code count} in the answers. */
  private static int[] column(List<ShardValues> answers, int count, int band, int signed) {
    int[] column = new int[signed];
    int place = 0;
    for (ShardValues answer : answers) {
      for (int i = band; i < answer.bands().length; i += count) {
        column[place++] = answer.bands()[i];
      }
    }
    return column;
  }

  @Override
  public Map<Integer, NearValue> near(int[] elements) {
    return byGroup(elements, values.near(firsts(elements)));
  }

  @Override
  public Map<Integer, HashedSet> texts(int[] elements) {
    return byGroup(elements, values.shingles(firsts(elements)));
  }

  private int[] firsts(int[] elements) {
    return IntStream.of(elements).map(groups::first).toArray();
  }

  private <T> Map<Integer, T> byGroup(int[] elements, Map<Integer, T> byDocument) {
    Map<Integer, T> byGroup = new HashMap<>();
    for (int element : elements) {
      T value = byDocument.get(groups.first(element));
      if (value != null) {
        byGroup.put(element, value);
      }
    }
    return byGroup;
  }
}
