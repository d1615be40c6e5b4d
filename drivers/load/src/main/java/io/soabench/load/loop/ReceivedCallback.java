package io.soabench.load.loop;

import io.soabench.plan.Outcome;

/**
 * A callback that came.
 *
 * @param path that was called
 * @param outcome outcome for the request that it answers
 * @param detail reason for that outcome, may be empty
 * @param bytes of its body
 * @param atNs instant at which it was complete
 */
record ReceivedCallback(String path, Outcome outcome, String detail, long bytes, long atNs) {}
