package io.soabench.load.loop;

import io.soabench.plan.Outcome;

/**
 * A callback that came.
 *
 * @param path that was called
 * @param outcome how it answers its request
 * @param detail reason for that outcome, may be empty
 * @param bytes of its body
 * @param atNs when it was complete
 */
record ReceivedCallback(String path, Outcome outcome, String detail, long bytes, long atNs) {}
