/** Helpers of the tests on the real distribution: nodes, requests to them, a browser, texts. */
package io.simhash.distribution.helper;
