package io.soabench.plan;

/**
 * A repetition of a case in the order of a run.
 *
 * @param repetition from 1
 */
public record Execution(String caseId, int repetition) {}
