/** The endpoints under {@code _simhash}: they read requests and write answers. */
package io.simhash.elasticsearch.rest;
