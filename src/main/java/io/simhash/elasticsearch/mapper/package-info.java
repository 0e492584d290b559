/** Rules shared by the two field types. */
package io.simhash.elasticsearch.mapper;
