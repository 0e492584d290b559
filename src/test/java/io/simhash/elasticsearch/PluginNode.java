package io.simhash.elasticsearch;

import java.util.Collection;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;

/** A test on one node with the plugin, inside the JVM. */
@LuceneTestCase.SuppressCodecs("*") // Elasticsearch's native libraries are missing there.
public abstract class PluginNode extends ESSingleNodeTestCase {

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }
}
