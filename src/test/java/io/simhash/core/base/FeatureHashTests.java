package io.simhash.core.base;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.GoldenFile;
import java.util.HexFormat;
import java.util.List;
import org.junit.Test;

public class FeatureHashTests {

  /** Published by the hash's author, so that the golden file cannot be wrong in the same way. */
  @Test
  public void testPublishedValues() {
    assertEquals(0x2d06800538d394c2L, FeatureHash.XXH3.hash(""));
    assertEquals(0xe6c632b61e964e1fL, FeatureHash.XXH3.hash("a"));
    assertEquals(0x78af5f94892f3950L, FeatureHash.XXH3.hash("abc"));
    assertEquals(0xcbf29ce484222325L, FeatureHash.FNV1A.hash(""));
    assertEquals(0xaf63dc4c8601ec8cL, FeatureHash.FNV1A.hash("a"));
    assertEquals(0x85944171f73967e8L, FeatureHash.FNV1A.hash("foobar"));
  }

  @Test
  public void testGolden() {
    List<List<String>> rows = GoldenFile.rows("feature-hash-v1.tsv");
    assertTrue("every length from 1 to 300 bytes and more", rows.size() > 300);
    for (List<String> row : rows) {
      String text = GoldenFile.text(row.get(0));
      assertEquals(row.get(0), row.get(1), hex(FeatureHash.XXH3.hash(text)));
      assertEquals(row.get(0), row.get(2), hex(FeatureHash.FNV1A.hash(text)));
    }
  }

  @Test
  public void testUnpairedSurrogateCountsAsReplacementCharacter() {
    assertEquals(FeatureHash.XXH3.hash("a\ufffdb"), FeatureHash.XXH3.hash("a\ud800b"));
    assertEquals(FeatureHash.XXH3.hash("\ufffd\ufffd"), FeatureHash.XXH3.hash("\udc00\ud800"));
    assertEquals(FeatureHash.XXH3.hash("a\ufffd"), FeatureHash.XXH3.hash("a\udfff"));
    assertEquals(FeatureHash.XXH3.hash("\ufffd😀"), FeatureHash.XXH3.hash("\ud83d😀"));
  }

  private static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  @Test
  public void testARangeOfABufferHasTheHashOfItsText() {
    for (FeatureHash hash : FeatureHash.values()) {
      HashBuffer buffer = new HashBuffer(hash, 0);
      for (int i = 0; i < 100; i++) {
        String before = "a\u00e9\u4e2d\ud83d\ude00".repeat(i % 7);
        String text = "\ud800" + before + i + "\udfff";
        for (String part : new String[] {before, text, before}) {
          int from = buffer.position();
          buffer.append(part.toCharArray(), 0, part.length());
          assertEquals(hash.hash(part), buffer.hash(from, buffer.position()));
        }
      }
    }
  }
}
