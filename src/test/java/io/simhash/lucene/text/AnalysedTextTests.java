package io.simhash.lucene.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.StopAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** A text that is analysed once and indexed from its tokens. */
public class AnalysedTextTests extends LuceneTestCase {

  /** What an index reads of a stream, a line for each token and one for the end. */
  private static List<String> read(TokenStream stream) throws IOException {
    List<String> lines = new ArrayList<>();
    try (stream) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        lines.add(term.getBytesRef() + " " + increment + " " + offset);
      }
      stream.end();
      lines.add(increment + " " + offset);
    }
    return lines;
  }

  private static AnalysedField field(Analyzer analyzer, String text) {
    AnalysedText analysed = AnalysedText.of(analyzer, "text", text);
    assertTrue(analysed.isReplayable());
    return new AnalysedField(new Field("text", text, TextField.TYPE_STORED), analysed);
  }

  public void testAReplayIsTheStream() throws IOException {
    try (Analyzer analyzer = new StopAnalyzer(EnglishAnalyzer.getDefaultStopSet())) {
      TokenStream reused = null;
      for (int i = 0; i < 200; i++) {
        String text = "the " + TestUtil.randomUnicodeString(random(), 100) + " of a";
        AnalysedField field = field(analyzer, text);
        assertEquals(text, field.stringValue());
        assertEquals(TextField.TYPE_STORED, field.fieldType());
        List<String> expected = read(analyzer.tokenStream("text", text));
        reused = field.tokenStream(analyzer, reused);
        assertEquals(expected, read(reused));
        assertEquals("again", expected, read(field.tokenStream(analyzer, null)));
      }
    }
  }

  public void testTheLimit() {
    try (Analyzer analyzer = new WhitespaceAnalyzer()) {
      String most = "x ".repeat(AnalysedText.MAX_TOKENS);
      assertTrue(AnalysedText.of(analyzer, "text", most).isReplayable());
      AnalysedText more = AnalysedText.of(analyzer, "text", most + "x");
      assertFalse(more.isReplayable());
      assertEquals(AnalysedText.MAX_TOKENS + 1, more.tokens().size());
    }
  }
}
