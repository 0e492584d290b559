package io.simhash.elasticsearch;

import io.simhash.elasticsearch.profile.IdfModels;
import java.nio.file.Path;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;

/**
 * Near-duplicate search: what this plugin adds to Elasticsearch, in the order of the data's way.
 */
public class SimHashPlugin extends Plugin {

  private final IdfModels idfModels;

  /** Called by Elasticsearch. */
  public SimHashPlugin(Settings settings, Path configPath) {
    this.idfModels = new IdfModels(configPath);
  }
}
