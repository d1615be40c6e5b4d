/** Ports for programs that tests and benches start. For any thread. */
package io.soabench.testing;
