package io.soabench.agent;

import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.ServerClient;
import io.soabench.driver.run.Waiting;
import io.soabench.plan.Json;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A reader of a server's counters at the end of a repetition. It repeats its question while instances may still run.
 */
final class ServerCounters {

    private static final long POLL_MS = 200;
    private static final List<String> LEDGER = List.of("instancesStarted", "instancesCompleted", "instancesFaulted");

    private final Waiting waiting;
    private final WatchedExchange exchange;

    /** Creates a reader that sends its requests by an exchange. */
    ServerCounters(WatchedExchange exchange) {
        this.waiting = exchange.waiting();
        this.exchange = exchange;
    }

    /**
     * Reads the counters until every instance that was started has ended, or the time is up.
     *
     * @param action with its placeholders replaced
     * @param file file that keeps the last answer
     * @param settleNs instant after which running instances are not waited for any more
     * @throws PhaseFailed when the server does not report the counters that every engine must report
     */
    void read(String server, HttpAction action, Path file, long settleNs, long endNs)
            throws PhaseFailed, RunInterrupted, IOException {
        String what = "reading the counters of server " + server;
        while (true) {
            HttpResponse<byte[]> answer = exchange.send(action, what, endNs);
            if (!action.expected().contains(answer.statusCode())) {
                throw new PhaseFailed(
                        what + " failed: " + action.url() + " was answered with " + ServerClient.words(answer));
            }
            Map<String, Object> counters = counters(answer, what);
            Files.write(file, answer.body());
            if (settled(counters) || waiting.clock().epochNanos() >= settleNs) {
                return;
            }
            waiting.until(() -> false, Duration.ofMillis(POLL_MS), POLL_MS);
        }
    }

    private static Map<String, Object> counters(HttpResponse<byte[]> answer, String what) throws PhaseFailed {
        Map<String, Object> counters = new TreeMap<>();
        try {
            Map<?, ?> answered = Json.parse(new String(answer.body(), StandardCharsets.UTF_8), Map.class);
            answered.forEach((key, value) -> counters.put(String.valueOf(key), value));
        } catch (UncheckedIOException e) {
            throw new PhaseFailed(what + " failed: the answer is not a JSON object: " + ServerClient.words(answer), e);
        }
        List<String> missing = LEDGER.stream()
                .filter(c -> !(counters.get(c) instanceof Number))
                .toList();
        if (!missing.isEmpty()) {
            throw new PhaseFailed(what + " failed: the answer lacks the numbers " + String.join(", ", missing));
        }
        return counters;
    }

    private static boolean settled(Map<String, Object> counters) {
        List<Long> values =
                LEDGER.stream().map(c -> ((Number) counters.get(c)).longValue()).toList();
        return values.get(0) == values.get(1) + values.get(2);
    }
}
