/**
 * What every mock host does alike: it reads mock folders, finds out which invocation a request is, looks up what that
 * invocation experiences, and logs it. Hosts add the transport.
 *
 * <p>Threads: a {@link io.soabench.mock.MockService} and a {@link io.soabench.mock.CallLog} are safe for use by many
 * threads and never block; what is read from a folder is immutable. Failures: mistakes of the user are collected and thrown
 * once as {@link io.soabench.mock.HostRefused}; a request that cannot be understood is an answer (a SOAP fault), not an
 * exception.
 */
package io.soabench.mock;
