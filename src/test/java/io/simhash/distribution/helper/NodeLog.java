package io.simhash.distribution.helper;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads a node's log as entries: a line with time and level, and the lines that follow it. */
public final class NodeLog {

  private static final Pattern ENTRY = Pattern.compile("(?m)^(?=\\[\\d{4}-\\d\\d-\\d\\dT)");
  private static final Pattern COMPLAINT =
      Pattern.compile("^\\[[^]]*]\\[(WARN|ERROR|FATAL) *]", Pattern.MULTILINE);
  private static final Pattern OURS = Pattern.compile("io\\.simhash|org\\.ansj|org\\.nlpcn");

  private NodeLog() {}

  /**
   * The warnings and errors that this plugin or its segmenter wrote, or that carry a stack trace
   * through them.
   */
  public static List<String> complaints(String log) {
    List<String> complaints = new ArrayList<>();
    for (String entry : ENTRY.split(log)) {
      if (COMPLAINT.matcher(entry).find() && OURS.matcher(entry).find()) {
        complaints.add(entry);
      }
    }
    return complaints;
  }
}
