/** Reading the bodies of REST requests, and seeing requests before they run. */
package io.simhash.elasticsearch.request;
