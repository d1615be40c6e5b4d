/**
 * Runs a compiled testbed on this Linux machine: every server and load client is a child process.
 * {@link io.soabench.local.LocalDriver} is the way in.
 *
 * <p>One thread takes a repetition through its phases; The executor of {@code drivers/agent} does the work on the
 * machine, with its own threads. The shutdown hook only asks the first thread to stop and waits for it. Anything that
 * goes wrong in a repetition is a {@link io.soabench.driver.PhaseFailed} with one sentence.
 */
package io.soabench.local;
