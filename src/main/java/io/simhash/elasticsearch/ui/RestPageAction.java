package io.simhash.elasticsearch.ui;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;

/**
 * {@code GET _simhash/ui}: a page that shows the near-duplicates of an index, and {@code GET
 * _simhash/ui/{file}}: its script and style. The files contain no data and run no action. The
 * page's own requests have the rights of the user who looks at it.
 */
public final class RestPageAction extends BaseRestHandler {

  /** Whether the node serves the page. */
  public static final Setting<Boolean> ENABLED =
      Setting.boolSetting("simhash.ui.enabled", true, Setting.Property.NodeScope);

  private static final String PAGE = "index.html";

  /** The only files that are served. */
  private static final List<String> NAMES =
      List.of(
          (PAGE
                  + " style.css app.js api.js dom.js words.js charts.js overview.js clusters.js"
                  + " members.js compare.js diff.js blocks.js search.js")
              .split(" "));

  private static final Map<String, String> CONTENT_TYPES =
      Map.of("html", "text/html", "css", "text/css", "js", "text/javascript");

  /** No foreign script, style or address, no frame around the page, no form that is sent. */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

  private final Map<String, BytesReference> files = new LinkedHashMap<>();

  /** Reads the files. */
  public RestPageAction() {
    for (String name : NAMES) {
      try (InputStream file = RestPageAction.class.getResourceAsStream("/io/simhash/ui/" + name)) {
        files.put(name, new BytesArray(file.readAllBytes()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public String getName() {
    return "simhash_ui";
  }

  @Override
  public List<Route> routes() {
    return List.of(new Route(GET, "/_simhash/ui"), new Route(GET, "/_simhash/ui/{file}"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    String name = request.param("file", PAGE);
    RestResponse response =
        request.path().endsWith("/") ? withoutSlash() : file(name, files.get(name));
    return channel -> channel.sendResponse(response);
  }

  /** The addresses of the other files are relative to that of the page, which has no last slash. */
  private static RestResponse withoutSlash() {
    RestResponse response = new RestResponse(RestStatus.MOVED_PERMANENTLY, "");
    response.addHeader("Location", "../ui");
    return response;
  }

  private RestResponse file(String name, BytesReference content) {
    if (content == null) {
      throw new ResourceNotFoundException("[file] must be one of {} but was [{}]", NAMES, name);
    }
    String type = CONTENT_TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    RestResponse response = new RestResponse(RestStatus.OK, type + "; charset=UTF-8", content);
    response.addHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    response.addHeader("X-Content-Type-Options", "nosniff");
    response.addHeader("Referrer-Policy", "no-referrer");
    // Another release of the plugin has other files under the same names.
    response.addHeader("Cache-Control", "no-cache");
    return response;
  }
}
