package io.simhash.elasticsearch.ingest;

import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.ingest.IngestDocument;

/**
 * The option {@code target_field} of a processor.
 *
 * @param name the name as it was typed
 * @param projectId the project of the processor's pipeline
 * @param fields warns where queries cannot find what is written
 */
record TargetField(String name, ProjectId projectId, TargetFields fields) {

  private static final String OF_PIPELINE = IngestDocument.INGEST_KEY + ".";

  /** Writes the value, and warns if it reaches no field of type {@code simhash}. */
  void write(IngestDocument document, Object value) {
    document.setFieldValue(name, value);
    // Values in the metadata of the pipeline are not indexed.
    if (name.startsWith(OF_PIPELINE) == false) {
      fields.warnIfNotFound(
          projectId, document.getMetadata().getIndex(), FieldNames.withoutPrefix(name));
    }
  }

  /** Removes the field, if the document has it. */
  void remove(IngestDocument document) {
    document.removeField(name, true);
  }
}
