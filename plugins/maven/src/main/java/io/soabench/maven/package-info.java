/**
 * The goals of {@code mvn soabench:…}. All parts of the tool meet here. A goal parses its parameters, calls the parts,
 * and translates the outcome. A user's mistake, a failed case and an invalid run are build failures with one clear
 * line; all other failures are build errors. One goal runs at a time, in one thread.
 */
package io.soabench.maven;
