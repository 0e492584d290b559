package io.simhash.benchmark;

import io.simhash.distribution.Http;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The bulk requests of {@value #CLIENTS} clients with {@value #DOCUMENTS} documents. A document is
 * made of random sentences of a set of real texts. One in {@value #ONE_IN} is a copy of an earlier
 * one of the same client, with one word in {@value #CHANGED_ONE_IN} replaced.
 *
 * @param copies how many documents are copies; their ids begin with a c
 */
record StreamRequests(List<List<String>> byClient, int copies) {

  static final int DOCUMENTS = 20_000;
  static final int CLIENTS = 4;
  private static final int BULK = 100;
  private static final int ONE_IN = 4;
  private static final int CHANGED_ONE_IN = 50;
  private static final String SET = "en-docs-versions";
  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");
  private static final Pattern SENTENCE = Pattern.compile("[A-Z][^\\n|`{}<>]{40,200}[.!?]");

  /** Different sentences of the set, in random order. */
  static List<String> sentences(Settings settings) throws IOException {
    TreeSet<String> different = new TreeSet<>();
    for (String text : RealIndex.texts(settings, SET, Integer.MAX_VALUE)) {
      SENTENCE_END.splitAsStream(text).filter(SENTENCE.asMatchPredicate()).forEach(different::add);
    }
    List<String> sentences = new ArrayList<>(different);
    Collections.shuffle(sentences, new Random(settings.seed()));
    return sentences;
  }

  static StreamRequests of(List<String> sentences, int words, long seed) {
    Random random = new Random(seed);
    List<List<String>> byClient = new ArrayList<>();
    int copies = 0;
    for (int client = 0; client < CLIENTS; client++) {
      List<String> bodies = new ArrayList<>();
      List<String[]> originals = new ArrayList<>();
      StringBuilder lines = new StringBuilder();
      int size = DOCUMENTS / CLIENTS;
      for (int i = 1; i <= size; i++) {
        boolean copied = originals.isEmpty() == false && random.nextInt(ONE_IN) == 0;
        copies += copied ? 1 : 0;
        String[] text =
            copied
                ? changed(originals.get(random.nextInt(originals.size())), random)
                : text(sentences, words, random);
        if (copied == false) {
          originals.add(text);
        }
        String id = (copied ? "c" : "o") + client + "-" + i;
        lines.append("{\"index\": {\"_id\": \"").append(id).append("\"}}\n");
        lines.append(Http.json(Map.of("content", String.join(" ", text)))).append('\n');
        if (i % BULK == 0 || i == size) {
          bodies.add(lines.toString());
          lines.setLength(0);
        }
      }
      byClient.add(bodies);
    }
    return new StreamRequests(byClient, copies);
  }

  private static String[] text(List<String> sentences, int words, Random random) {
    List<String> text = new ArrayList<>();
    while (text.size() < words) {
      String sentence = sentences.get(random.nextInt(sentences.size()));
      text.addAll(Arrays.asList(sentence.split("\\s+")));
    }
    return text.subList(0, words).toArray(String[]::new);
  }

  private static String[] changed(String[] original, Random random) {
    String[] text = original.clone();
    for (int i = 0; i < text.length / CHANGED_ONE_IN; i++) {
      text[random.nextInt(text.length)] = text[random.nextInt(text.length)];
    }
    return text;
  }
}
