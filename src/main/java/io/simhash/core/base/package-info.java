/**
 * Helpers of every other package: the options of a request, ranges and sentences of errors, hashes,
 * weights in fixed point, and disjoint sets.
 *
 * <ul>
 *   <li>Options: {@link io.simhash.core.base.OptionMap} takes them out of a map one by one, {@link
 *       io.simhash.core.base.Ranges} checks numbers, {@link io.simhash.core.base.Errors} puts the
 *       values into a sentence. A new sentence for a wrong type belongs here, so that all options
 *       have it.
 *   <li>Hashes that are stored: {@link io.simhash.core.base.FeatureHash}, and {@link
 *       io.simhash.core.base.HashBuffer} for many windows of one text. Hashes that are not: {@link
 *       io.simhash.core.base.SeededHash}.
 *   <li>Weights in fixed point: {@link io.simhash.core.base.Weight}
 *       (docs/adr/0001-fixed-point-weights.md).
 * </ul>
 */
package io.simhash.core.base;
