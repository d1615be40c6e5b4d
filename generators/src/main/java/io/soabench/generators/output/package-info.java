/**
 * Files that are the same wherever and whenever they are written. Belongs here: archives, the manifest, the exchange of a
 * finished folder for the one before. Failures are {@link java.io.IOException}s.
 */
package io.soabench.generators.output;
