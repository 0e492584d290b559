package io.simhash.elasticsearch.ingest;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.MappingMetadata;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.Index;

/**
 * Warns where a processor writes fingerprints into a field that no query can search: dynamic
 * mapping makes an object of them, and there is no error.
 *
 * <p>The warning is a header of each response, and once for an index and field an entry in the log.
 * An index that does not exist yet is not warned of, because a template may map the field: the
 * first document of such an index goes without a warning. Safe to share between threads. A mapping
 * is read once for each of its versions; every other document costs two look-ups in maps.
 */
public final class TargetFields {

  private static final Logger logger = LogManager.getLogger(TargetFields.class);

  /** The number of remembered answers at which all are forgotten, here and in the log. */
  private static final int MAX_REMEMBERED = 10_000;

  private record FieldOfMapping(String sha256, String field) {}

  private record FieldOfIndex(Index index, String field) {}

  private final Supplier<ClusterState> state;
  private final Map<FieldOfMapping, Boolean> found = new ConcurrentHashMap<>();
  private final Set<FieldOfIndex> logged = ConcurrentHashMap.newKeySet();

  /**
   * @param state the present state of the cluster
   */
  public TargetFields(Supplier<ClusterState> state) {
    this.state = state;
  }

  /**
   * Warns if the fingerprints of a document cannot be found.
   *
   * @param index the name of the index, alias or data stream that the document is written to
   * @param field the field that its fingerprint is written to
   */
  void warnIfNotFound(ProjectId projectId, String index, String field) {
    IndexMetadata target = index(projectId, index);
    if (target == null || finds(target.mapping(), field)) {
      return;
    }
    String sentence =
        "[target_field] ["
            + field
            + "] of a [simhash] processor is not of type [simhash] in index ["
            + target.getIndex().getName()
            + "], so no query finds the fingerprints: map it with [type] [simhash] in the index or"
            + " its template, and index the documents again";
    HeaderWarning.addWarning("{}", sentence);
    forgetIfFull(logged);
    if (logged.add(new FieldOfIndex(target.getIndex(), field))) {
      logger.warn(sentence);
    }
  }

  private IndexMetadata index(ProjectId projectId, String name) {
    ProjectMetadata project = state.get().metadata().projects().get(projectId);
    IndexAbstraction named = project == null ? null : project.getIndicesLookup().get(name);
    Index index = named == null ? null : named.getWriteIndex();
    return index == null ? null : project.index(index);
  }

  private boolean finds(MappingMetadata mapping, String field) {
    if (mapping == null) {
      return false;
    }
    FieldOfMapping key = new FieldOfMapping(mapping.getSha256(), field);
    Boolean known = found.get(key);
    if (known == null) {
      known = new TargetMapping(mapping.sourceAsMap()).finds(field);
      forgetIfFull(found.keySet());
      found.put(key, known);
    }
    return known;
  }

  private static void forgetIfFull(Set<?> remembered) {
    if (remembered.size() >= MAX_REMEMBERED) {
      remembered.clear();
    }
  }
}
