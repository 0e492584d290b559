package io.simhash.distribution.helper;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.core.IOUtils;

/** A Chromium without a window, by the WebDriver protocol of the W3C. */
public final class Browser implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("started successfully on port (\\d+)");
  private static final long SECONDS = 30;

  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--disable-dev-shm-usage",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Path profile;
  private final Process driver;
  private final Http http;
  private final String session;

  /** Whether this machine has a Chromium and its driver. */
  static boolean isInstalled() {
    return command("chromium").isPresent() && command("chromedriver").isPresent();
  }

  private static Optional<Path> command(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Browser() {
    try {
      profile = Files.createTempDirectory("simhash-browser");
      String command = command("chromedriver").orElseThrow().toString();
      driver = new ProcessBuilder(command, "--port=0").redirectErrorStream(true).start();
      URI address = URI.create("http://127.0.0.1:" + port());
      http = new Http(() -> address);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> flags =
        Stream.concat(FLAGS.stream(), Stream.of("--user-data-dir=" + profile)).toList();
    String binary = command("chromium").orElseThrow().toString();
    Map<String, Object> wanted =
        Map.of(
            "goog:chromeOptions", Map.of("args", flags, "binary", binary),
            "goog:loggingPrefs", Map.of("browser", "ALL"));
    String body = Http.json(Map.of("capabilities", Map.of("alwaysMatch", wanted)));
    session = "/session/" + http.post("/session", body).ok().at("value.sessionId");
  }

  private String port() throws IOException {
    BufferedReader output =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher port = PORT.matcher(line);
      if (port.find()) {
        return port.group(1);
      }
    }
    throw new IOException("chromedriver did not start");
  }

  private Object post(String command, Map<String, ?> body) {
    return http.post(session + "/" + command, Http.json(body)).ok().body().get("value");
  }

  /** Opens an address and waits until it is loaded. */
  void open(String address) {
    post("url", Map.of("url", address));
  }

  /** Runs the body of a function in the page; a promise is waited for. */
  public Object script(String body, Object... arguments) {
    return post("execute/sync", Map.of("script", body, "args", List.of(arguments)));
  }

  /** Waits until an expression is true. */
  public void waitFor(String expression) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (Boolean.TRUE.equals(script("return Boolean(" + expression + ")")) == false) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(expression + " is not true in:\n" + text("body"));
      }
      TestNode.sleep();
    }
  }

  /** The visible text of the first element of a selector; null without one. */
  public String text(String selector) {
    Object text = script("return document.querySelector(arguments[0])?.innerText", selector);
    return text == null ? null : text.toString().replace('\u00A0', ' ');
  }

  public void click(String selector) {
    Map<?, ?> element =
        (Map<?, ?>) post("element", Map.of("using", "css selector", "value", selector));
    post("element/" + element.values().iterator().next() + "/click", Map.of());
  }

  /** Presses keys one after the other, where the focus is. */
  public void press(String keys) {
    List<Map<String, String>> actions =
        keys.codePoints()
            .mapToObj(Character::toString)
            .flatMap(
                key ->
                    Stream.of(
                        Map.of("type", "keyDown", "value", key),
                        Map.of("type", "keyUp", "value", key)))
            .toList();
    post(
        "actions",
        Map.of("actions", List.of(Map.of("type", "key", "id", "keyboard", "actions", actions))));
  }

  /** A command of the developer tools. */
  Map<?, ?> tool(String command, Map<String, Object> parameters) {
    return (Map<?, ?>) post("goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  /** Writes a picture of the whole page. */
  public void picture(Path file) {
    Object height = script("return document.documentElement.scrollHeight");
    Object width = script("return innerWidth");
    Map<String, Object> clip = Map.of("x", 0, "y", 0, "scale", 1, "width", width, "height", height);
    Map<?, ?> made =
        tool("Page.captureScreenshot", Map.of("clip", clip, "captureBeyondViewport", true));
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, Base64.getDecoder().decode((String) made.get("data")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The errors in the console since the last call. */
  public List<String> errors() {
    return ((List<?>) post("se/log", Map.of("type", "browser")))
        .stream()
            .map(entry -> (Map<?, ?>) entry)
            .filter(entry -> entry.get("level").equals("SEVERE"))
            .map(entry -> (String) entry.get("message"))
            .toList();
  }

  @Override
  public void close() {
    http.delete(session);
    driver.destroy();
    try {
      driver.waitFor(SECONDS, TimeUnit.SECONDS);
      IOUtils.rm(profile);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
