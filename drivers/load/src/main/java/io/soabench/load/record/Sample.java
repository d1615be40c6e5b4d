package io.soabench.load.record;

import io.soabench.plan.Outcome;

/**
 * The outcome of one request. Instants are of {@link io.soabench.plan.HostClock#epochNanos()}.
 *
 * @param measure whether it belongs to the measurement, else to the warm-up
 * @param thread closed: number of the simulated client; open: number of the pool's thread
 * @param client client of the trace, from 1
 * @param number of the request of that client, from 1
 * @param lap number of the pass through the trace, from 1
 * @param chunk index of the request file
 * @param row line of the user's file with the record that filled it, from 1; 0 when none did
 * @param intendedNs start that the trace plans
 * @param startNs real start
 * @param endNs instant at which the answer was complete or given up
 * @param status HTTP status or 0
 * @param bytesOut bytes sent, HTTP head included
 * @param bytesIn bytes received, HTTP head included
 * @param detail fault code or error, or empty
 */
public record Sample(
        boolean measure,
        int thread,
        int client,
        int number,
        int lap,
        int chunk,
        long row,
        long intendedNs,
        long startNs,
        long endNs,
        Outcome outcome,
        int status,
        long bytesOut,
        long bytesIn,
        String detail) {}
