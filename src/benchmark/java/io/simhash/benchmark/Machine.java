package io.simhash.benchmark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine of a run, without names of hosts and folders. */
final class Machine {

  private static final Path CPU = Path.of("/proc/cpuinfo");
  private static final long GIGABYTE = 1L << 30;

  private Machine() {}

  static Map<String, Object> describe(String heap, String jvm, String elasticsearch)
      throws IOException {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("cpu", cpu());
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memory", memory() + " GB");
    machine.put("jvm", jvm);
    machine.put("elasticsearch", elasticsearch);
    machine.put("heap", heap);
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    return machine;
  }

  private static String cpu() throws IOException {
    if (Files.exists(CPU) == false) {
      return "unknown";
    }
    return Files.readAllLines(CPU).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }

  private static long memory() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? Math.round((double) system.getTotalMemorySize() / GIGABYTE)
        : 0;
  }
}
