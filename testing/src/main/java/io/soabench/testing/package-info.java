/** Ports for programs that tests and benches start, and the wait until such a program is ready. For any thread. */
package io.soabench.testing;
