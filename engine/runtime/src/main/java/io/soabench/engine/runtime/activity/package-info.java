/**
 * The behaviour of activities: one {@link io.soabench.engine.runtime.kernel.Processor} for each kind, and the parts
 * that they share (WS-BPEL 2.0, chapters 8 and 10 to 12).
 *
 * <p>Belongs here: what an activity does when it begins, receives an event, faults or ends early. Does not belong here:
 * frames, scopes, routing and limits ({@code kernel}), and the translation of a process ({@code compile}).
 *
 * <p>Users: {@code compile} creates processors, and {@code kernel} runs them by the interface. All other packages use
 * programs.
 *
 * <p>Threading: processors are immutable, and all instances share them. Their state is in frames and scopes, which only
 * the owner of the instance touches. Code here never waits, and reads the time only from the instance.
 *
 * <p>Failure: a copy, an expression or a call that fails is a BPEL fault of the activity.
 */
package io.soabench.engine.runtime.activity;
