package io.soabench.analyzer.folder;

import io.soabench.plan.EventKind;

/**
 * One line of {@code events.csv}.
 *
 * @param atNs nanoseconds since the Unix epoch
 * @param event identity of the event of the model that it is about, see {@code Plan.EventPlan}; empty when it is about none
 */
public record RecordedEvent(long atNs, EventKind kind, String subject, String detail, String event) {}
