package io.soabench.analyzer.folder;

/**
 * One line of {@code events.csv}.
 *
 * @param atNs nanoseconds since the Unix epoch
 * @param kind phase, server, model, missed or warning
 */
public record Happening(long atNs, String kind, String subject, String detail) {}
