package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.idf.IdfModelBuilder;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Models for the tests of this package. */
public final class RandomModels {

  private RandomModels() {}

  /** A model of so many terms in 1,000 documents. */
  public static IdfModel model(Random random, int terms) {
    IdfModelBuilder builder = new IdfModelBuilder(terms);
    for (int term = 0; term < terms; term++) {
      builder.add(IdfModelBuilder.hash("term-" + term), 1 + random.nextInt(1000));
    }
    return builder.build(1000);
  }

  /** A model that a later version of the plugin wrote. */
  static StoredModel ofLaterFormat(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(50)];
    random.nextBytes(bytes);
    bytes[0] = (byte) (StoredModel.NEWEST_FORMAT + 1 + random.nextInt(100));
    return new StoredModel(bytes);
  }

  public static StoredModels stored(Random random) {
    Map<String, StoredModel> models = new TreeMap<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      StoredModel model =
          random.nextInt(4) == 0
              ? ofLaterFormat(random)
              : new StoredModel(model(random, 1 + random.nextInt(50)));
      models.put("model-" + random.nextInt(10), model);
    }
    return new StoredModels(models);
  }
}
