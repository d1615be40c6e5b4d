/**
 * The stage before the kernel: HTTP in, SOAP opened, instances asked for, answers written.
 *
 * <p>Threading: a connection belongs to its event loop; the directory of services is thread-safe. Failure: a request that is
 * not acceptable is answered by this stage alone, with a status and, where the client speaks SOAP, a SOAP fault.
 */
package io.soabench.engine.server.request;
