package io.soabench.plan;

/**
 * The condition of an end of a measurement before its greatest length. Only the number of answers decides, never their
 * values, and only at {@linkplain CaseSchedule#endsMs certain times}.
 *
 * @param answers requests that began in the measurement and were answered rightly, all client hosts together
 * @param leastMs shortest length of the measurement, milliseconds
 */
public record EnoughAnswers(int answers, long leastMs) {}
