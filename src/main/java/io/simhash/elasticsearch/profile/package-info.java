/** What users type about fingerprinting, turned into a profile, an analyzer and an IDF model. */
package io.simhash.elasticsearch.profile;
