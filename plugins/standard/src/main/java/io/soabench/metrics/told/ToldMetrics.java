package io.soabench.metrics.told;

import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.MetricRecord.Kind;
import io.soabench.plugin.Lifecycle;
import io.soabench.plugin.Lifecycle.HttpAction;
import io.soabench.plugin.MetricSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What servers tell of themselves: lengths of queues, work in hand, what was refused or failed. A server is asked only for what the
 * model names. One that tells nothing, or not this, or not in time, makes the metric unavailable with the reason.
 */
public final class ToldMetrics implements MetricSource {

    /** The observations of other servers wait as long; a server that answers requests answers this in some milliseconds. */
    static final int PATIENCE_MS = 500;

    private static final String SOURCE = "the server's own statistics, asked over HTTP";

    private static final String REACH =
            " Trusts the server. Asked once a second if the model names it, and at both ends of the"
                    + " measurement; the question and its answer, less than 1 KiB together, are part of the server's traffic.";

    private static final List<MetricRecord> METRICS = List.of(
            metric(
                    "in-service",
                    Kind.GAUGE,
                    "At an engine instances that have begun and not ended, at a mock host requests received and not yet"
                            + " answered, at the instant of the answer."),
            metric(
                    "queue",
                    Kind.GAUGE,
                    "What waits at the instant of the answer: at the reference engine requests, steps of instances and partner"
                            + " calls together; at a mock host requests that wait on paper for a limit of throughput or a free"
                            + " place. What comes and goes between two answers is not seen."),
            metric(
                    "client-connections",
                    Kind.GAUGE,
                    "Connections that clients keep open at the instant of the answer."),
            metric("refused", Kind.COUNTER, "Requests answered with a refusal since the server began."),
            metric(
                    "calls-failed",
                    Kind.COUNTER,
                    "Partner calls that ended with a fault, an HTTP error, a time-out or no connection since the server began."),
            metric(
                    "instances-faulted",
                    Kind.COUNTER,
                    "Instances that ended by a fault nobody caught since the server began."));

    private static MetricRecord metric(String name, Kind kind, String limits) {
        return new MetricRecord(name, kind, "count", SOURCE, limits + REACH);
    }

    @Override
    public List<MetricRecord> metrics() {
        return METRICS;
    }

    /** Says nothing: what a model does not name is not asked for. */
    @Override
    public void observe(List<Long> pids, Sink sink) {}

    @Override
    public void ask(Asked server, Sink sink) {
        List<String> wanted = METRICS.stream()
                .map(MetricRecord::name)
                .filter(server.metrics()::contains)
                .toList();
        Set<String> told =
                server.telling() == null ? Set.of() : server.telling().numbers().keySet();
        for (String metric : wanted) {
            if (!told.contains(metric)) {
                sink.unavailable(metric, "servers of this type do not tell it");
            }
        }
        List<String> askable = wanted.stream().filter(told::contains).toList();
        if (!askable.isEmpty()) {
            tell(server.telling(), askable, sink);
        }
    }

    private static void tell(Lifecycle.Telling telling, List<String> metrics, Sink sink) {
        Map<?, ?> answer;
        try {
            answer = answer(telling.action());
        } catch (SocketTimeoutException e) {
            unavailable(metrics, "the server did not tell within " + PATIENCE_MS + " ms", sink);
            return;
        } catch (IOException | UncheckedIOException e) {
            unavailable(metrics, "the server did not tell: " + e.getMessage(), sink);
            return;
        }
        for (String metric : metrics) {
            double sum = 0;
            String missing = null;
            for (String key : telling.numbers().get(metric)) {
                if (answer.get(key) instanceof Number number) {
                    sum += number.doubleValue();
                } else {
                    missing = key;
                }
            }
            if (missing == null) {
                sink.value(metric, sum);
            } else {
                sink.unavailable(metric, "the server's statistics have no number \"" + missing + "\"");
            }
        }
    }

    private static void unavailable(List<String> metrics, String reason, Sink sink) {
        metrics.forEach(metric -> sink.unavailable(metric, reason));
    }

    private static Map<?, ?> answer(HttpAction action) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(action.url()).toURL().openConnection();
        connection.setRequestMethod(action.method());
        action.authorization().ifPresent(value -> connection.setRequestProperty("Authorization", value));
        connection.setConnectTimeout(PATIENCE_MS);
        connection.setReadTimeout(PATIENCE_MS);
        int status = connection.getResponseCode();
        if (!action.expected().contains(status)) {
            connection.disconnect();
            throw new IOException(action.url() + " was answered with status " + status);
        }
        try (InputStream body = connection.getInputStream()) {
            return Json.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8), Map.class);
        }
    }
}
