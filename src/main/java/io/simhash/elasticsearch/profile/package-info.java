/** Makes fingerprinters from the options that users type, the analyzers and the IDF models. */
package io.simhash.elasticsearch.profile;
