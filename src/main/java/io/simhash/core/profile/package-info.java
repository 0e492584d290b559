/**
 * All options that decide a fingerprint. Two fingerprints can be compared if the ids of their
 * profiles are equal.
 *
 * <p>A {@link io.simhash.core.profile.Profile} has a value for each row of the table {@link
 * io.simhash.core.profile.ProfileOption}: the one that was set, otherwise the one of its {@link
 * io.simhash.core.profile.Preset}, otherwise the default. Its canonical text has a line for each
 * option that decides a bit, and its id is a hash of this text.
 *
 * <p>The enums are the values of options; those that are factors of a weight compute it.
 */
package io.simhash.core.profile;
