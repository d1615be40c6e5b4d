/**
 * An HTTP and SOAP front for engines that are libraries. An author implements {@link io.soabench.front.LibraryEngine} and derives a program
 * from {@link io.soabench.front.FrontCommand}; the front receives requests, deploys packages, reports health and counters, and ends with the
 * program.
 *
 * <p>Threads: one event loop reads and writes. A bounded pool runs {@link io.soabench.front.LibraryEngine#call}; a call that returns before its
 * answer is known holds no thread. One thread deploys. A request that cannot be served gets an HTTP status or a SOAP fault with the reason,
 * and no request waits without a deadline.
 */
package io.soabench.front;
