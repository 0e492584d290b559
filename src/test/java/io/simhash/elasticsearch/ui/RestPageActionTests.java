package io.simhash.elasticsearch.ui;

import io.simhash.elasticsearch.SimHashPlugin;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.rest.FakeRestChannel;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;

public class RestPageActionTests extends RestActionTestCase {

  private static final String FOLDER = "/_simhash/ui";

  /** The files of the folder, all of them, and no name is forgotten in the list. */
  public void testServesEveryFileOfTheFolder() throws IOException, URISyntaxException {
    controller().registerHandler(new RestPageAction());
    Path folder = PathUtils.get(getClass().getResource("/io/simhash/ui").toURI());
    try (Stream<Path> files = Files.list(folder)) {
      Set<String> names =
          files
              .map(file -> file.getFileName().toString())
              .collect(Collectors.toCollection(TreeSet::new));
      assertTrue(names.toString(), names.contains("index.html"));
      for (String name : names) {
        FakeRestChannel channel = ask(FOLDER + "/" + name);
        String answer = channel.capturedResponse().content().utf8ToString();
        assertEquals(name + answer, RestStatus.OK, channel.capturedResponse().status());
        String served = channel.capturedResponse().content().utf8ToString();
        assertEquals(name, Files.readString(folder.resolve(name)), served);
      }
    }
    BytesReference page = ask(FOLDER).capturedResponse().content();
    assertTrue(page.utf8ToString().startsWith("<!doctype html>"));
  }

  private FakeRestChannel ask(String path) {
    FakeRestRequest request =
        new FakeRestRequest.Builder(xContentRegistry())
            .withMethod(RestRequest.Method.GET)
            .withPath(path)
            .build();
    FakeRestChannel channel = new FakeRestChannel(request, true);
    controller().dispatchRequest(request, channel, new ThreadContext(Settings.EMPTY));
    return channel;
  }

  public void testCanBeSwitchedOff() {
    assertEquals(1, pages(Settings.EMPTY));
    assertEquals(1, pages(Settings.builder().put("simhash.ui.enabled", true).build()));
    assertEquals(0, pages(Settings.builder().put("simhash.ui.enabled", false).build()));
  }

  private static long pages(Settings settings) {
    SimHashPlugin plugin = new SimHashPlugin(settings, createTempDir());
    assertTrue(plugin.getSettings().contains(RestPageAction.ENABLED));
    List<RestHandler> handlers = List.copyOf(plugin.getRestHandlers(null, null, null));
    return handlers.stream().filter(RestPageAction.class::isInstance).count();
  }
}
