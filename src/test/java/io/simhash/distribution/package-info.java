/**
 * Tests on the real distribution: the plugin zip installed by the real command line, in nodes of
 * their own processes, called over HTTP only.
 */
package io.simhash.distribution;
