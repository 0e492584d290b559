/** What a random sample of documents tells about all of them, with confidence intervals. */
package io.simhash.core.estimate;
