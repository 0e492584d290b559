/** What an index knows of its terms: in how many of its documents each stands. */
package io.simhash.lucene.statistics;
