package io.soabench.metrics.reported;

import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.ServerTrust;
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
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;

/** A client for the statistics of a server, which adds up the numbers of each metric. Thread-safe. */
final class StatisticsClient {

    /**
     * The timeout of an answer. A server that answers requests answers this one in some milliseconds, and observations
     * of other servers wait meanwhile.
     */
    static final int TIMEOUT_MS = 500;

    /** The trust in the servers of the run, by its certificates. Connections are kept for as long as it is the same. */
    private static final Map<String, SSLSocketFactory> SOCKETS = new ConcurrentHashMap<>();

    private StatisticsClient() {}

    /** The explanation of a value that is not a number. */
    @FunctionalInterface
    interface Reason {
        /** Returns the reason; {@code value} is {@code null} when the statistics lack the key. */
        String of(String key, Object value);
    }

    /** Asks once for those metrics that the model names, and reports them; other metrics are not reported. */
    static void ask(List<MetricRecord> metrics, MetricSource.Asked server, MetricSource.Sink sink, Reason reason) {
        List<String> wanted = metrics.stream()
                .map(MetricRecord::name)
                .filter(server.metrics()::contains)
                .toList();
        Set<String> reported =
                server.telling() == null ? Set.of() : server.telling().numbers().keySet();
        for (String metric : wanted) {
            if (!reported.contains(metric)) {
                sink.unavailable(metric, "servers of this type do not report it");
            }
        }
        List<String> askable = wanted.stream().filter(reported::contains).toList();
        if (!askable.isEmpty()) {
            request(server, askable, sink, reason);
        }
    }

    private static void request(
            MetricSource.Asked server, List<String> metrics, MetricSource.Sink sink, Reason reason) {
        Lifecycle.MetricRequest request = server.telling();
        Map<?, ?> answer;
        try {
            answer = answer(request.action(), server.trust());
        } catch (SocketTimeoutException e) {
            unavailable(metrics, "the server did not answer within " + TIMEOUT_MS + " ms", sink);
            return;
        } catch (IOException | UncheckedIOException e) {
            unavailable(metrics, "the server did not answer: " + e.getMessage(), sink);
            return;
        }
        for (String metric : metrics) {
            double sum = 0;
            String missing = null;
            for (String key : request.numbers().get(metric)) {
                if (answer.get(key) instanceof Number number) {
                    sum += number.doubleValue();
                } else {
                    missing = reason.of(key, answer.get(key));
                }
            }
            if (missing == null) {
                sink.value(metric, sum);
            } else {
                sink.unavailable(metric, missing);
            }
        }
    }

    private static void unavailable(List<String> metrics, String reason, MetricSource.Sink sink) {
        metrics.forEach(metric -> sink.unavailable(metric, reason));
    }

    private static Map<?, ?> answer(HttpAction action, String trust) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(action.url()).toURL().openConnection();
        if (connection instanceof HttpsURLConnection secure && !trust.isEmpty()) {
            secure.setSSLSocketFactory(sockets(trust));
        }
        connection.setRequestMethod(action.method());
        action.authorization().ifPresent(value -> connection.setRequestProperty("Authorization", value));
        connection.setConnectTimeout(TIMEOUT_MS);
        connection.setReadTimeout(TIMEOUT_MS);
        int status = connection.getResponseCode();
        if (!action.expected().contains(status)) {
            connection.disconnect();
            throw new IOException(action.url() + " was answered with status " + status);
        }
        try (InputStream body = connection.getInputStream()) {
            return Json.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8), Map.class);
        }
    }

    private static SSLSocketFactory sockets(String trust) throws IOException {
        SSLSocketFactory known = SOCKETS.get(trust);
        if (known == null) {
            known = ServerTrust.of(trust).context().getSocketFactory();
            // An agent outlives a run: the certificates of an earlier one are of no use any more.
            SOCKETS.clear();
            SOCKETS.put(trust, known);
        }
        return known;
    }
}
