package io.soabench.plan;

/**
 * A path of messages of a case between two hosts.
 *
 * @param from name of the host on which they begin
 * @param to name of the server to which they go
 * @param address {@code http://HOST:PORT} or {@code https://HOST:PORT} at which that server is reached from there, through
 *     a relay if there is one, with placeholders as in {@link ClientPlan#endpoints}
 * @param request latency of the model from there to the server's host, one way, in words; empty when there is none
 * @param response latency of the way back
 * @param roundTripMs median of the sum of both latencies, milliseconds; 0 when there is none
 */
public record PathPlan(String from, String to, String address, String request, String response, double roundTripMs) {}
