/**
 * The mock host on Apache Axis2: real service archives in a real Axis2, whose message receivers answer what the trace says.
 *
 * <p>Threads: a request is received, dispatched and answered by Axis2 at once on a thread of Tomcat, into memory; the answer
 * then waits for its time without a thread and is sent by a scheduler. Failures: what Axis2 refuses is answered with the
 * faults of {@link io.soabench.mock.MockService}, so that all mock hosts answer alike.
 */
package io.soabench.axis2;
