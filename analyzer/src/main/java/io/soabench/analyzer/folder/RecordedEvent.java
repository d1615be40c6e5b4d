package io.soabench.analyzer.folder;

import io.soabench.plan.EventKind;

/**
 * A line of {@code events.csv}.
 *
 * @param atNs nanoseconds since the Unix epoch
 * @param event identity of the event of the model, see {@code EventPlan}; empty when the line concerns none
 */
public record RecordedEvent(long atNs, EventKind kind, String subject, String detail, String event) {}
