package io.simhash.core.idf;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.lucene.tests.util.LuceneTestCase;

public class IdfModelBytesTests extends LuceneTestCase {

  public void testAModelComesBackAsItWas() throws Exception {
    for (int round = 0; round < 50; round++) {
      int terms = random().nextInt(200);
      IdfModelBuilder builder = new IdfModelBuilder(200);
      for (int term = 0; term < terms; term++) {
        builder.add(random().nextLong(), 1 + random().nextInt(1000));
      }
      IdfModel model = builder.build(1000);
      byte[] bytes = IdfModelBytes.write(model);
      assertEquals(IdfModelBytes.length(terms), bytes.length);
      IdfModel back = IdfModelBytes.read(bytes);
      assertEquals(model, back);
      assertEquals(model.hashCode(), back.hashCode());
      assertArrayEquals(bytes, IdfModelBytes.write(back));
      assertEquals(model.idf("unknown"), back.idf("unknown"), 0);
    }
  }

  public void testTheIdIsTheHashOfTheBytes() throws Exception {
    IdfModel model = IdfModel.read(new StringReader("# documents\t100\n中文\t10\nfox\t3\n"));
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    assertEquals(
        HexFormat.of().formatHex(digest.digest(IdfModelBytes.write(model))), model.contentId());
  }

  public void testWhatIsNoModelIsRefused() {
    assertEquals(
        "[13] bytes cannot be an IDF model: it has 8 and 12 for each term", refused(new byte[13]));
    assertEquals(
        "an IDF model of [5] documents cannot have the document frequency [6]",
        refused(ByteBuffer.allocate(20).putLong(5).putLong(1).putInt(6).array()));
    assertEquals(
        "an IDF model of [5] documents cannot have the document frequency [0]",
        refused(ByteBuffer.allocate(20).putLong(5).putLong(1).putInt(0).array()));
    assertEquals(
        "an IDF model must not have a duplicate term",
        refused(
            ByteBuffer.allocate(32).putLong(5).putLong(1).putInt(1).putLong(1).putInt(2).array()));
  }

  private static String refused(byte[] bytes) {
    return expectThrows(IllegalArgumentException.class, () -> IdfModelBytes.read(bytes))
        .getMessage();
  }
}
