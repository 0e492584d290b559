package io.simhash.elasticsearch.near_duplicate;

import static io.simhash.core.base.Errors.sentence;

import io.simhash.core.base.OptionMap;
import io.simhash.core.text.Folding;
import io.simhash.elasticsearch.compat.Project;
import io.simhash.elasticsearch.option.SameFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.elasticsearch.action.admin.cluster.stats.MappingVisitor;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * Finds the indices that a document is compared with. Names are resolved once for each version of
 * the cluster state, but dates in them each time. Safe to share between threads.
 */
final class IndexLookup {

  /** The values of {@code dynamic} by which a mapping takes no new fields, and what follows. */
  private static final Map<String, String> TAKES_NO_FIELDS =
      Map.of("strict", "documents that have it are refused", "false", "no search finds it");

  /** The number of remembered answers at which all are forgotten. */
  private static final int MAX_REMEMBERED = 1000;

  /** The setting of an index in mode {@code logsdb} that routes by the source. */
  private static final String ROUTE_ON_SORT_FIELDS = "index.logsdb.route_on_sort_fields";

  /** A question about the names of indices, without dates. */
  private record Names(String document, List<String> meant, NearDuplicateOptions options) {}

  private record Known(
      Object version, Map<Names, ComparedIndices> answers, Map<List<String>, Folding> foldings) {}

  private final Supplier<ClusterState> state;
  private final IndexNameExpressionResolver resolver;
  private volatile Known known = new Known(null, Map.of(), Map.of());

  IndexLookup(Supplier<ClusterState> state, IndexNameExpressionResolver resolver) {
    this.state = state;
    this.resolver = resolver;
  }

  /**
   * The indices that a document is compared with.
   *
   * @param own the index, alias or data stream that it is written to
   */
  ComparedIndices of(String own, NearDuplicateOptions options) {
    Project project = new Project(state.get());
    String document = withDate(own);
    List<String> meant =
        options.indices().isEmpty()
            ? List.of(document)
            : options.indices().stream().map(IndexLookup::withDate).toList();
    return known(project)
        .answers()
        .computeIfAbsent(new Names(document, meant, options), names -> answer(project, names));
  }

  private Known known(Project project) {
    Known last = known;
    if (last.version() != project.version() || last.answers().size() >= MAX_REMEMBERED) {
      last = new Known(project.version(), new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
      known = last;
    }
    return last;
  }

  /** The option {@code fold} of a {@code passages} field of an index. */
  Folding folding(String index, String field) {
    Project project = new Project(state.get());
    return known(project)
        .foldings()
        .computeIfAbsent(
            List.of(index, field),
            key -> {
              IndexMetadata there = project.index(index);
              Map<String, ?> options = there == null ? null : fields(mapping(there)).get(field);
              return options == null
                  ? Folding.NONE
                  : Folding.read(new OptionMap(new HashMap<>(options)));
            });
  }

  private ComparedIndices answer(Project project, Names names) {
    String document = names.document();
    NearDuplicateOptions options = names.options();
    IndexAbstraction found = project.names().get(document);
    Index write = writeIndex(found);
    String own = write == null ? document : write.getName();
    List<String> searched = new ArrayList<>();
    Set<String> indices = new HashSet<>();
    for (String name : names.meant()) {
      boolean isOwn = found == null && Regex.simpleMatch(name, document);
      if (isOwn) {
        // The first documents create it: of these, they can only be duplicates of each other.
        indices.add(own);
      }
      if (isOwn == false || Regex.isSimpleMatchPattern(name)) {
        searched.add(name);
      }
    }
    Set<String> there = concrete(project, searched);
    // The template of an index that is to be made may map them.
    boolean mayBeMapped = there.isEmpty() || (found == null && indices.contains(own));
    Set<String> unmapped = new HashSet<>(mayBeMapped ? Set.of() : options.compared());
    boolean sources = true;
    for (String name : there) {
      Map<String, Object> mapping = mapping(project.index(name));
      sources &=
          (mapping.get("_source") instanceof Map<?, ?> source
                  && "false".equals(String.valueOf(source.get("enabled"))))
              == false;
      if (mapping.containsKey("dynamic_templates")) {
        // One of them may map the fields.
        unmapped.clear();
      } else if (unmapped.isEmpty() == false) {
        unmapped.removeAll(fields(mapping).keySet());
      }
    }
    indices.addAll(there);
    Settings settings = settings(project, document);
    AliasMetadata alias = write == null ? null : project.index(write).getAliases().get(document);
    return new ComparedIndices(
        List.copyOf(searched),
        Set.copyOf(indices),
        isOneIndex(project, names.meant()),
        own,
        alias == null ? null : alias.indexRouting(),
        takesIds(settings),
        IndexSettings.FINAL_PIPELINE.get(settings),
        isFiltered(project, searched, there, options.same()),
        Set.copyOf(unmapped),
        sources,
        write == null ? null : warning(project.index(write), options.written()));
  }

  /** A warning, if a mapping neither has nor adds a field that the processor writes. */
  private static String warning(IndexMetadata index, List<String> written) {
    Map<String, Object> mapping = mapping(index);
    String dynamic = String.valueOf(mapping.get("dynamic"));
    String effect = TAKES_NO_FIELDS.get(dynamic);
    Set<String> mapped = fields(mapping).keySet();
    for (String name : effect == null ? List.<String>of() : written) {
      if (mapped.stream().noneMatch(each -> (each + ".").startsWith(name + "."))) {
        return sentence(
            "[near_duplicate] writes [%s], which [%s] does not map, and [dynamic] is [%s] there:"
                + " %s",
            name, index.getIndex().getName(), dynamic, effect);
      }
    }
    return null;
  }

  private static Map<String, Object> mapping(IndexMetadata index) {
    MappingMetadata mapping = index.mapping();
    return mapping == null ? Map.of() : mapping.sourceAsMap();
  }

  /** The options of each field. */
  private static Map<String, Map<String, ?>> fields(Map<String, Object> mapping) {
    Map<String, Map<String, ?>> found = new HashMap<>();
    MappingVisitor.visitMapping(
        mapping,
        (path, field) -> {
          // Elasticsearch maps the value of the processor as an object.
          if (field.containsKey("type") && field.containsKey("properties") == false) {
            found.put(path, field);
          }
        });
    return found;
  }

  /** As {@code _simhash/clusters} decides it. A name that does not exist yet becomes an index. */
  private static boolean isOneIndex(Project project, List<String> meant) {
    if (meant.size() > 1 || Regex.isSimpleMatchPattern(meant.getFirst())) {
      return false;
    }
    IndexAbstraction found = project.names().get(meant.getFirst());
    return found == null || found.getType() == IndexAbstraction.Type.CONCRETE_INDEX;
  }

  private Set<String> concrete(Project project, List<String> names) {
    String[] asTyped = names.toArray(String[]::new);
    IndicesOptions lenient = IndicesOptions.lenientExpandOpen();
    // Without names, all indices would be meant.
    return names.isEmpty()
        ? Set.of()
        : Set.of(resolver.concreteIndexNames(project.state(), lenient, true, asTyped));
  }

  /** Whether an index with these settings keeps ids: one that routes by the source does not. */
  private static boolean takesIds(Settings index) {
    // The mode as it is written: Elasticsearch completes the settings of a time series when it
    // makes it, and refuses to read the mode before.
    String mode = index.get(IndexSettings.MODE.getKey());
    return IndexMode.TIME_SERIES.getName().equalsIgnoreCase(mode) == false
        && index.getAsList(IndexMetadata.INDEX_ROUTING_PATH.getKey()).isEmpty()
        && index.getAsBoolean(ROUTE_ON_SORT_FIELDS, false) == false;
  }

  /** The settings of the index that a name is written to, or those that it will have. */
  private static Settings settings(Project project, String name) {
    Index write = writeIndex(project.names().get(name));
    Settings settings =
        write == null ? project.templateSettings(name) : project.index(write).getSettings();
    return settings == null ? Settings.EMPTY : settings;
  }

  /**
   * Whether an alias has a filter that is more than one term of a field of {@code same}: documents
   * that have the same values match such a term together.
   */
  private boolean isFiltered(
      Project project, List<String> names, Set<String> there, SameFields same) {
    return names.isEmpty() == false
        && project
            .filteredAliases(resolver, there, names.toArray(String[]::new))
            .anyMatch(alias -> alias == null || isTerm(same, alias.filter().string()) == false);
  }

  private static boolean isTerm(SameFields same, String filter) {
    return XContentHelper.convertToMap(JsonXContent.jsonXContent, filter, true).get("term")
            instanceof Map<?, ?> term
        && same.names().containsAll(term.keySet());
  }

  private static String withDate(String name) {
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
