/** Benches of the renderer: programs with a {@code main}, never run by the tests. */
package io.soabench.reports.bench;
