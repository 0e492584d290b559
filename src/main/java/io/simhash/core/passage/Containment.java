package io.simhash.core.passage;

/**
 * The share of one of two texts that is in passages of the other.
 *
 * @param isOfQuery whether it is a share of the query's text; otherwise of the document's
 * @param isMutual whether so much of the other one, too, is in passages of this one
 */
public record Containment(double share, boolean isOfQuery, boolean isMutual) {}
