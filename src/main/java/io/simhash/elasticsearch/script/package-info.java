/**
 * The script language {@code simhash}: {@code hamming} and {@code reciprocal} score, sort and
 * filter by the distance to a fingerprint. Scripts read every document that they are asked for: for
 * searching there is the query {@code simhash_near}.
 *
 * <p>A source is a {@code Measure} in {@code ScriptFactories}, a number computed from a distance; a
 * context is a row in {@link io.simhash.elasticsearch.script.SimHashScriptEngine} and a factory. No
 * script reads a signature.
 */
package io.simhash.elasticsearch.script;
