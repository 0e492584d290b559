package io.simhash.evaluation;

/**
 * A document of a corpus.
 *
 * @param id its name in the truth table
 * @param title its title, possibly empty
 * @param content its body
 * @param label its topic, possibly empty
 */
record Document(String id, String title, String content, String label) {}
