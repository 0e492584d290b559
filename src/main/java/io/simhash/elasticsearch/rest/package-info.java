/** Helpers shared by the REST handlers. */
package io.simhash.elasticsearch.rest;
