package io.simhash.elasticsearch.analysis;

import static java.util.stream.Collectors.joining;

import io.simhash.elasticsearch.analysis.WordFiles.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.node.Node;

/**
 * Compares the default word files of the nodes. A shard's copies are analysed by the nodes that
 * hold them: with different words they have different fingerprints, and {@code like} finds nothing.
 *
 * <p>Each node has the ids of its files in its attributes, which every node knows and {@code GET
 * _cat/nodeattrs} shows: {@code simhash.user_dictionary} and {@code simhash.stopwords}, each the
 * first 12 digits of the content's id, {@link #NONE} or {@link #UNUSABLE}. The elected master warns
 * in its log, when nodes join or leave, if the ids differ. Nodes without the plugin have no such
 * attributes and are ignored.
 */
public final class NodeDictionaries implements ClusterStateListener {

  /** The attribute's value where there is no such file, or no word in it. */
  static final String NONE = "none";

  /** The attribute's value where the file cannot be used: the node refuses texts. */
  static final String UNUSABLE = "unusable";

  static final String USER_DICTIONARY = "simhash.user_dictionary";
  static final String STOP_WORDS = "simhash.stopwords";

  private static final SortedMap<String, String> FILES =
      new TreeMap<>(
          Map.of(
              USER_DICTIONARY,
              AnsjAnalysisModule.DEFAULT_DICTIONARY,
              STOP_WORDS,
              AnsjAnalysisModule.DEFAULT_STOP_WORDS));

  private static final int ID_LENGTH = 12;
  private static final Logger logger = LogManager.getLogger(NodeDictionaries.class);

  private List<String> known = List.of();

  /** The attributes of this node as settings. */
  static Settings attributes(String userDictionary, String stopWords) {
    return Settings.builder()
        .put(Node.NODE_ATTRIBUTES.getKey() + USER_DICTIONARY, userDictionary)
        .put(Node.NODE_ATTRIBUTES.getKey() + STOP_WORDS, stopWords)
        .build();
  }

  /** The attribute's value for a file. */
  static <T> String id(Words<T> file, ToIntFunction<T> size, Function<T, String> contentId) {
    if (file.refusal() != null) {
      return UNUSABLE;
    }
    T words = file.words();
    return size.applyAsInt(words) == 0 ? NONE : contentId.apply(words).substring(0, ID_LENGTH);
  }

  @Override
  public void clusterChanged(ClusterChangedEvent event) {
    if (event.localNodeMaster() == false) {
      known = List.of();
    } else if (event.nodesDelta().hasChanges()) {
      List<String> now = differences(event.state().nodes());
      now.stream().filter(difference -> known.contains(difference) == false).forEach(logger::warn);
      known = now;
    }
  }

  /** One sentence for each file that differs, with all nodes by its id. */
  public static List<String> differences(DiscoveryNodes nodes) {
    return FILES.entrySet().stream()
        .map(file -> difference(file.getKey(), file.getValue(), nodes))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> difference(String attribute, String file, DiscoveryNodes nodes) {
    SortedMap<String, SortedSet<String>> names = new TreeMap<>();
    for (DiscoveryNode node : nodes) {
      String id = node.getAttributes().get(attribute);
      if (id != null) {
        names.computeIfAbsent(id, key -> new TreeSet<>()).add(node.getName());
      }
    }
    return names.size() < 2
        ? Optional.empty()
        : Optional.of(
            names.entrySet().stream()
                .map(same -> "[" + same.getKey() + "] on " + same.getValue())
                .collect(
                    joining(
                        ", ",
                        "["
                            + file
                            + "] differs between nodes, which give a text different"
                            + " fingerprints: ",
                        "")));
  }
}
