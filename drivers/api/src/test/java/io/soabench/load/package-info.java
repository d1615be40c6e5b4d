/** A load client for tests: it has the command line and the protocol of the real one, and behaves as it is told. */
package io.soabench.load;
