/** The text as its reader sees it: its letters, and the part of it that counts. */
package io.simhash.core.text;
