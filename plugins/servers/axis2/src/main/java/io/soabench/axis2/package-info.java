/**
 * The mock host on Apache Axis2: real service archives in a real Axis2, whose message receivers answer by the trace.
 *
 * <p>Threads: Axis2 receives, dispatches and answers a request at once, on a thread of Tomcat, into memory. The answer
 * then waits until it is due without a thread, and a scheduler sends it.
 *
 * <p>Failures: a request that Axis2 refuses gets the fault of {@link io.soabench.mock.MockService}, so that all mock
 * hosts answer alike.
 */
package io.soabench.axis2;
