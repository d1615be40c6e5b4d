/**
 * What activities do: one {@link io.soabench.engine.runtime.kernel.Processor} for each kind, and what they share.
 *
 * <p>Belongs here: the behaviour of WS-BPEL 2.0, chapters 8 and 10 to 12. Threading: processors are immutable and shared by
 * all instances; their state is in frames and scopes, which belong to a worker. Failure: a failing copy, expression or call is
 * a BPEL fault of the activity.
 */
package io.soabench.engine.runtime.activity;
