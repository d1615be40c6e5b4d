/** The other side of the tests: a server that does as it is told, and a compiled testbed to run against it. */
package io.soabench.load.server;
