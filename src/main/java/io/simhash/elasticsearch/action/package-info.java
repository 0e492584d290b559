/** What the REST endpoints ask for, as transport actions with a name that privileges cover. */
package io.simhash.elasticsearch.action;
