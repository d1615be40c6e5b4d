/**
 * The goals of {@code mvn soabench:…}, and the one place where all parts of the tool meet. Goals parse their parameters,
 * call, and translate the outcome: a user's mistake, a failed case and an invalid run are build failures with one clear
 * line; anything else is a build error. One goal runs at a time, in one thread.
 */
package io.soabench.maven;
