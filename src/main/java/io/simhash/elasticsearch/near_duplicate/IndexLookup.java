package io.simhash.elasticsearch.near_duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.text.Folding;
import io.simhash.elasticsearch.compat.Project;
import io.simhash.elasticsearch.option.SameFields;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
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
import org.elasticsearch.core.Strings;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexMode;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.ingest.IngestDocument;
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

  private record Names(
      String document,
      List<String> meant,
      List<String> fields,
      SameFields same,
      List<String> written) {}

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
    Names resolved =
        new Names(document, meant, options.searched(), options.same(), options.written());
    return known(project).answers().computeIfAbsent(resolved, names -> answer(project, names));
  }

  private Known known(Project project) {
    Known last = known;
    if (last.version() != project.version() || last.answers().size() >= MAX_REMEMBERED) {
      last = new Known(project.version(), new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
      known = last;
    }
    return last;
  }

  /** What does not count in a field of an index. */
  Folding folding(String index, String field) {
    Project project = new Project(state.get());
    return known(project)
        .foldings()
        .computeIfAbsent(List.of(index, field), key -> folding(project.index(index), field));
  }

  private static Folding folding(IndexMetadata index, String name) {
    List<Folding> found = new ArrayList<>(List.of(Folding.NONE));
    MappingVisitor.visitMapping(
        index == null ? Map.of() : mapping(index),
        (path, field) -> {
          if (path.equals(name)) {
            found.add(Folding.read(new OptionMap(new HashMap<>(field))));
          }
        });
    return found.getLast();
  }

  private ComparedIndices answer(Project project, Names names) {
    String document = names.document();
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
    Predicate<String> isMapped =
        field -> there.stream().anyMatch(name -> isMapped(project.index(name), field));
    String unmapped =
        names.fields().stream()
            .filter(field -> mayBeMapped == false && isMapped.test(field) == false)
            .findFirst()
            .orElse(null);
    indices.addAll(there);
    return new ComparedIndices(
        List.copyOf(searched),
        Set.copyOf(indices),
        isOneIndex(project, names.meant()),
        own,
        write == null ? null : aliasRouting(project.index(write), document),
        takesIds(settings(project, document)),
        isFiltered(project, searched, there, names.same()),
        unmapped,
        there.stream().allMatch(name -> hasSource(project.index(name))),
        write == null ? null : warning(project.index(write), names.written()));
  }

  /** Whether an index has the field, or a dynamic template that may map it. */
  private static boolean isMapped(IndexMetadata index, String name) {
    Map<String, Object> mapping = mapping(index);
    return mapping.containsKey("dynamic_templates") || fields(mapping).contains(name);
  }

  private static boolean hasSource(IndexMetadata index) {
    return (mapping(index).get("_source") instanceof Map<?, ?> source
            && "false".equals(String.valueOf(source.get("enabled"))))
        == false;
  }

  /** A warning, if a mapping neither has nor adds a field that the processor writes. */
  private static String warning(IndexMetadata index, List<String> written) {
    Map<String, Object> mapping = mapping(index);
    String dynamic = String.valueOf(mapping.get("dynamic"));
    Set<String> mapped = fields(mapping);
    return written.stream()
        .filter(name -> TAKES_NO_FIELDS.containsKey(dynamic))
        .filter(name -> mapped.stream().noneMatch(each -> (each + ".").startsWith(name + ".")))
        .findFirst()
        .map(
            name ->
                Strings.format(
                    "[near_duplicate] writes [%s], which [%s] does not map, and [dynamic] is [%s]"
                        + " there: %s",
                    name, index.getIndex().getName(), dynamic, TAKES_NO_FIELDS.get(dynamic)))
        .orElse(null);
  }

  private static Map<String, Object> mapping(IndexMetadata index) {
    MappingMetadata mapping = index.mapping();
    return mapping == null ? Map.of() : mapping.sourceAsMap();
  }

  private static Set<String> fields(Map<String, Object> mapping) {
    Set<String> found = new HashSet<>();
    MappingVisitor.visitMapping(
        mapping,
        (path, field) -> {
          // Elasticsearch maps the value of the processor as an object.
          if (field.containsKey("type") && field.containsKey("properties") == false) {
            found.add(path);
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

  /**
   * Whether ids of documents are kept, by the settings of an index or of its template: an index
   * that routes by the source overwrites them.
   */
  private static boolean takesIds(Settings index) {
    // The mode as it is written: Elasticsearch completes the settings of a time series when it
    // makes it, and refuses to read the mode before.
    return index == null
        || (IndexMode.TIME_SERIES.getName().equalsIgnoreCase(index.get(IndexSettings.MODE.getKey()))
                == false
            && index.getAsList(IndexMetadata.INDEX_ROUTING_PATH.getKey()).isEmpty()
            && index.getAsBoolean(ROUTE_ON_SORT_FIELDS, false) == false);
  }

  /**
   * Refuses to route by the final pipeline of the index, where Elasticsearch fails each document
   * that changes its index. A pipeline that it calls is not recognized.
   */
  void requireRoute(IngestDocument document, NearDuplicateOptions options) {
    String index = document.getMetadata().getIndex();
    if (options.routeTo() == null || options.routeTo().equals(index)) {
      return;
    }
    Settings settings = settings(new Project(state.get()), withDate(index));
    Object pipeline = document.getIngestMetadata().get("pipeline");
    if (settings != null && IndexSettings.FINAL_PIPELINE.get(settings).equals(pipeline)) {
      throw invalid(
          "[on_duplicate] [route] must not be used in the [index.final_pipeline] of [%s], which"
              + " cannot change the index: use it in [index.default_pipeline]",
          index);
    }
  }

  /** The settings of the index that a name is written to, or those that it will have. */
  private static Settings settings(Project project, String name) {
    Index write = writeIndex(project.names().get(name));
    return write == null ? project.templateSettings(name) : project.index(write).getSettings();
  }

  /** Whether an alias has a filter that decides by more than the fields of {@code same}. */
  private boolean isFiltered(
      Project project, List<String> names, Set<String> there, SameFields same) {
    String[] asTyped = names.toArray(String[]::new);
    return names.isEmpty() == false
        && project
            .filteredAliases(resolver, there, asTyped)
            .map(alias -> aliases(project, there, alias))
            // The alias of a data stream is not an alias of its indices.
            .anyMatch(
                all -> all.isEmpty() || all.stream().allMatch(each -> isOf(same, each)) == false);
  }

  private static List<AliasMetadata> aliases(Project project, Set<String> indices, String alias) {
    return indices.stream()
        .map(index -> project.index(index).getAliases().get(alias))
        .filter(Objects::nonNull)
        .toList();
  }

  /**
   * Whether the filter of an alias is a term of one of the fields: then documents that have the
   * same values match it together.
   */
  private static boolean isOf(SameFields same, AliasMetadata alias) {
    return alias.filter() == null
        || (XContentHelper.convertToMap(JsonXContent.jsonXContent, alias.filter().string(), true)
                    .get("term")
                instanceof Map<?, ?> term
            && same.names().containsAll(term.keySet()));
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
