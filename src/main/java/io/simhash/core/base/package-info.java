/** Hashes, fixed-point weights, typed options and range checks for the other packages of core. */
package io.simhash.core.base;
