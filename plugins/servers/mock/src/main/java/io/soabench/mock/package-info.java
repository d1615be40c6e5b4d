/**
 * The common part of all mock hosts: mock folders, the invocation of a request, its planned behaviour, and the call
 * log. Hosts add the transport.
 *
 * <p>Threads: a {@link io.soabench.mock.MockService} and a {@link io.soabench.mock.CallLog} are safe for use by many
 * threads and never block. The content of a folder is immutable.
 *
 * <p>Failures: mistakes of the user are collected and thrown once as {@link io.soabench.mock.HostRefused}. A request
 * that cannot be understood gets a SOAP fault and causes no exception.
 */
package io.soabench.mock;
