package io.soabench.plan;

/**
 * One repetition of one case.
 *
 * @param repetition from 1
 */
public record Execution(String caseId, int repetition) {}
