/**
 * The load client, a program of its own: {@link io.soabench.load.LoadClient} speaks with the driver over standard input and
 * output, {@link io.soabench.load.LoadRun} does the work. A user's mistake is {@link io.soabench.load.input.BadInput}; what
 * goes wrong between client and system under test is an outcome in the samples, never an exception.
 */
package io.soabench.load;
