/**
 * Ports for programs that tests and benches start, the wait until such a program is ready, and certificates for servers of tests. For any thread.
 */
package io.soabench.testing;
