/** Measures the speed of a node of the real distribution with the installed plugin, over HTTP. */
package io.simhash.benchmark;
