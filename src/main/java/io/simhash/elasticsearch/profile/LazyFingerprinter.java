package io.simhash.elasticsearch.profile;

import io.simhash.core.profile.Profile;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.Optional;
import java.util.function.Supplier;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/**
 * The fingerprinter of a mapping, whose IDF model is read from its file when the first text needs
 * it. Mappings are parsed on the threads that apply cluster state, and a file may be large.
 *
 * <p>A file that is missing or wrong by then fails each text, and nothing else: the index opens,
 * and searches by fingerprint work.
 */
public final class LazyFingerprinter implements Supplier<TextFingerprinter> {

  private final TextFingerprinter unread;
  private final Supplier<TextFingerprinter> maker;
  private volatile TextFingerprinter made;

  /**
   * @param unread has all options, but not the content of a file
   * @param maker makes the fingerprinter; called again after it failed
   */
  LazyFingerprinter(TextFingerprinter unread, Supplier<TextFingerprinter> maker) {
    this.unread = unread;
    this.maker = maker;
  }

  /** The profile with all options. Its id is not that of the fingerprints, if there is a file. */
  public Profile options() {
    return unread.profile();
  }

  /** See {@link TextFingerprinter#refusal}. */
  public Optional<String> refusal() {
    return unread.refusal();
  }

  /**
   * The fingerprinter.
   *
   * @throws ElasticsearchStatusException with 424, naming the file of the IDF model and what is
   *     wrong with it
   */
  @Override
  public TextFingerprinter get() {
    TextFingerprinter last = made;
    if (last == null) {
      last = make();
      made = last;
    }
    return last;
  }

  /**
   * Makes the fingerprinter. The error is not a 400: with that the recovery of a shard would drop
   * the document.
   */
  private TextFingerprinter make() {
    try {
      return maker.get();
    } catch (IllegalArgumentException e) {
      throw new ElasticsearchStatusException("{}", RestStatus.FAILED_DEPENDENCY, e, e.getMessage());
    }
  }
}
