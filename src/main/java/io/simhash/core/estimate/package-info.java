/** Shares of all documents, estimated from a random sample, with confidence intervals. */
package io.simhash.core.estimate;
