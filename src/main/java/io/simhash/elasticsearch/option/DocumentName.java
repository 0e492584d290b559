package io.simhash.elasticsearch.option;

import io.simhash.core.base.SeededHash;

/** A document, by its concrete index and its id. */
public record DocumentName(String index, String id) {

  /**
   * The id of the cluster that is named after the document.
   *
   * @param withIndex whether the clusters are of several indices, in which ids may be equal; an
   *     index has no slash in its name
   */
  public String clusterId(boolean withIndex) {
    return withIndex ? index + "/" + id : id;
  }

  @Override
  public int hashCode() {
    return SeededHash.of(index, id);
  }
}
