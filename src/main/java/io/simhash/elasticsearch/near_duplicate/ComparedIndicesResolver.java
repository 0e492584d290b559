package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.compat.Project;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.IndexSettings;

/**
 * Finds out which indices a document is compared with. Names are resolved once for each version of
 * the cluster state. Safe to share between threads.
 */
final class ComparedIndicesResolver {

  /** The number of remembered answers at which all are forgotten. */
  private static final int MAX_REMEMBERED = 1000;

  /** The setting of an index in mode {@code logsdb} that routes by the source. */
  private static final String ROUTE_ON_SORT_FIELDS = "index.logsdb.route_on_sort_fields";

  private record Names(String own, List<String> typed, String field) {

    /** The names of the indices to compare with. */
    List<String> meant() {
      return typed.isEmpty() ? List.of(own) : typed;
    }
  }

  private record Known(Object version, Map<Names, ComparedIndices> targets) {}

  private final Supplier<ClusterState> state;
  private final IndexNameExpressionResolver resolver;
  private volatile Known known = new Known(null, Map.of());

  /** {@link #isMapped} by mapping and field. */
  private final Map<List<String>, Boolean> mapped = new ConcurrentHashMap<>();

  /**
   * @param state the present state of the cluster
   */
  ComparedIndicesResolver(Supplier<ClusterState> state, IndexNameExpressionResolver resolver) {
    this.state = state;
    this.resolver = resolver;
  }

  /**
   * The target of a document.
   *
   * @param documentIndex the index, alias or data stream that it is written to
   * @param typed the names of the option {@code index}; empty for {@code documentIndex}
   * @param field the field that is compared
   */
  ComparedIndices of(String documentIndex, List<String> typed, String field) {
    Project project = new Project(state.get());
    Known last = known;
    if (last.version() != project.version() || last.targets().size() >= MAX_REMEMBERED) {
      last = new Known(project.version(), new ConcurrentHashMap<>());
      known = last;
    }
    return last.targets()
        .computeIfAbsent(new Names(documentIndex, typed, field), names -> resolve(project, names));
  }

  private ComparedIndices resolve(Project project, Names names) {
    String document = resolved(names.own());
    IndexAbstraction abstraction = project.names().get(document);
    Index write = writeIndex(abstraction);
    String own = write == null ? document : write.getName();
    List<String> searched = new ArrayList<>();
    Set<String> indices = new HashSet<>();
    for (String name : names.meant()) {
      boolean isOwn = abstraction == null && Regex.simpleMatch(resolved(name), document);
      if (isOwn) {
        // The first documents create it: of these, they can only be duplicates of each other.
        indices.add(own);
      }
      if (isOwn == false || Regex.isSimpleMatchPattern(name)) {
        searched.add(name);
      }
    }
    Set<String> there = concrete(project, searched);
    indices.addAll(there);
    return new ComparedIndices(
        List.copyOf(searched),
        Set.copyOf(indices),
        isOneIndex(project, names),
        own,
        write == null ? null : aliasRouting(project.index(write), document),
        write == null ? takesIds(project, document) : takesIds(project.index(write)),
        isFiltered(project, searched),
        there.isEmpty()
            // The template of an index that is to be made may map it.
            || (abstraction == null && indices.contains(own))
            || there.stream().anyMatch(index -> isMapped(project.index(index), names.field())));
  }

  /** Whether an index has the field, or a dynamic template that may map it. */
  private boolean isMapped(IndexMetadata index, String field) {
    MappingMetadata mapping = index.mapping();
    if (mapping == null) {
      return false;
    }
    if (mapped.size() >= MAX_REMEMBERED) {
      mapped.clear();
    }
    return mapped.computeIfAbsent(
        List.of(mapping.getSha256(), field),
        key -> {
          Map<String, Object> source = mapping.sourceAsMap();
          return source.containsKey("dynamic_templates") || isMapped(source, field);
        });
  }

  /** Whether a field below an object or a field is mapped, and not as an object. */
  private static boolean isMapped(Map<?, ?> parent, String path) {
    for (String below : List.of("properties", "fields")) {
      if (parent.get(below) instanceof Map<?, ?> children) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('.', end - 1)) {
          if (children.get(path.substring(0, end)) instanceof Map<?, ?> child
              && (end == path.length()
                  ? child.containsKey("type") && child.containsKey("properties") == false
                  : isMapped(child, path.substring(end + 1)))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** As {@code _simhash/clusters} decides it; a name that is missing is that of an index. */
  private static boolean isOneIndex(Project project, Names names) {
    List<String> meant = names.meant();
    if (meant.size() > 1 || Regex.isSimpleMatchPattern(meant.getFirst())) {
      return false;
    }
    IndexAbstraction found = project.names().get(resolved(meant.getFirst()));
    return found == null || found.getType() == IndexAbstraction.Type.CONCRETE_INDEX;
  }

  private Set<String> concrete(Project project, List<String> names) {
    IndicesOptions lenient = IndicesOptions.lenientExpandOpen();
    // Without names, all indices would be meant.
    return names.isEmpty()
        ? Set.of()
        : Set.of(
            resolver.concreteIndexNames(
                project.state(), lenient, true, names.toArray(String[]::new)));
  }

  /** The routing that an alias gives to what is written through it; {@code null} for none. */
  private static String aliasRouting(IndexMetadata index, String name) {
    AliasMetadata alias = index.getAliases().get(name);
    return alias == null ? null : alias.indexRouting();
  }

  /** Whether ids of documents are kept: an index that routes by the source overwrites them. */
  private static boolean takesIds(IndexMetadata index) {
    return index.getIndexMode() != IndexMode.TIME_SERIES && index.getRoutingPaths().isEmpty();
  }

  /** The same of an index that does not exist yet, by the template that it will be made of. */
  private static boolean takesIds(Project project, String index) {
    Settings settings = project.templateSettings(index);
    if (settings == null) {
      return true;
    }
    // As they are written: Elasticsearch completes the settings of a time series when it makes it,
    // and refuses to read the mode before.
    return IndexMode.TIME_SERIES
                .getName()
                .equalsIgnoreCase(settings.get(IndexSettings.MODE.getKey()))
            == false
        && settings.getAsList(IndexMetadata.INDEX_ROUTING_PATH.getKey()).isEmpty()
        && settings.getAsBoolean(ROUTE_ON_SORT_FIELDS, false) == false;
  }

  private boolean isFiltered(Project project, List<String> names) {
    String[] asTyped = names.toArray(String[]::new);
    return names.isEmpty() == false
        && project
            .filteredAliases(resolver, concrete(project, names), asTyped)
            .findAny()
            .isPresent();
  }

  private static String resolved(String name) {
    return IndexNameExpressionResolver.resolveDateMathExpression(name);
  }

  /** The uuid of the index that a name is written to now; {@code null} if it is not there. */
  String uuid(String name) {
    Index write = writeIndex(new Project(state.get()).names().get(name));
    return write == null ? null : write.getUUID();
  }

  private static Index writeIndex(IndexAbstraction found) {
    return found == null ? null : found.getWriteIndex();
  }
}
