package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.cluster.ElementReader;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.NearValue;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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
  public List<Bands> bands() {
    return LongStream.of(documents.parameters()).mapToObj(StoredSignatures::bands).toList();
  }

  /** The elements that have no fingerprint. */
  BitSet withoutFingerprint() {
    BitSet without = new BitSet();
    for (int group = 0; group < groups.groups(); group++) {
      without.set(group, documents.withoutFingerprint().get(groups.first(group)));
    }
    return without;
  }

  /** Reads some groups of bands at a time. */
  @Override
  public void readBands(int parameters, int group, BandConsumer consumer) {
    int all = bands().get(parameters).bands();
    int signed = (int) IntStream.of(parametersOf).filter(each -> each == parameters).count();
    int[] placesOfGroups = placesOfGroups(parameters);
    int atATime = group * Reservation.groupsAtATime(documents.size(), group);
    for (int first = 0; first < all; first += atATime) {
      int count = Math.min(atATime, all - first);
      ShardQuestion question =
          ShardQuestion.bands(options.fields(), documents.parameters()[parameters], first, count);
      List<ShardValues> answers = ask(question, count, signed);
      for (int from = 0; from < count; from += group) {
        char[][] columns = new char[Math.min(group, count - from)][];
        for (int band = 0; band < columns.length; band++) {
          columns[band] = column(answers, count, from + band, placesOfGroups, signed);
        }
        consumer.accept(columns);
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
    int bytes = count * Character.BYTES;
    if (read != (long) signed * bytes) {
      throw invalid(
          "[query] must match the same documents each time but matched [%s] with a signature, then"
              + " [%s]",
          signed, read / bytes);
    }
    return answers;
  }

  /** One band of each signed group's first document, out of {@code count} in the answers. */
  private static char[] column(
      List<ShardValues> answers, int count, int band, int[] placesOfGroups, int signed) {
    char[] ofDocuments = new char[signed];
    int place = 0;
    int step = count * Character.BYTES;
    for (ShardValues answer : answers) {
      byte[] bytes = answer.bands();
      for (int i = band * Character.BYTES; i < bytes.length; i += step) {
        ofDocuments[place++] = (char) (bytes[i] << Byte.SIZE | bytes[i + 1] & 0xFF);
      }
    }
    char[] column = new char[placesOfGroups.length];
    for (int i = 0; i < column.length; i++) {
      column[i] = ofDocuments[placesOfGroups[i]];
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
