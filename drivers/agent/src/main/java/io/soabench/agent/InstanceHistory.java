package io.soabench.agent;

import io.soabench.agent.protocol.HostProblem.Code;
import io.soabench.driver.PhaseFailed;
import io.soabench.driver.RunInterrupted;
import io.soabench.driver.run.ServerClient;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A reader of the instances that an engine has kept. It writes {@code history-<server>.csv} in each case: where the engine keeps none, or does not
 * answer in time, the file has the reason. A repetition never fails for want of a history.
 */
final class InstanceHistory {

    /** A refusal is a sentence; a longer one is cut. */
    private static final int REFUSAL_BYTES = 4_096;

    private final WatchedExchange exchange;

    /** Creates a reader that sends its request by an exchange. */
    InstanceHistory(WatchedExchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Reads the history.
     *
     * @param action with its placeholders replaced; {@code null} when servers of the type keep no history
     * @param file file to write
     * @throws PhaseFailed when a process of the repetition ended meanwhile
     */
    void read(String server, HttpAction action, Path file, long endNs) throws PhaseFailed, RunInterrupted, IOException {
        if (action == null) {
            without(file, "servers of this type keep no history of instances");
            return;
        }
        try {
            HttpResponse<Path> answer =
                    exchange.fetch(action, file, "reading the instances of server " + server, endNs);
            if (!action.expected().contains(answer.statusCode())) {
                without(file, refusal(answer));
            }
        } catch (HostFailed e) {
            if (e.problem().code() != Code.NO_ANSWER) {
                throw e;
            }
            without(file, e.getMessage());
        }
    }

    private static String refusal(HttpResponse<Path> answer) throws IOException {
        String sentence;
        try (var body = Files.newInputStream(answer.body())) {
            sentence = new String(body.readNBytes(REFUSAL_BYTES), StandardCharsets.UTF_8).strip();
        }
        if (sentence.startsWith("{")) {
            sentence = message(sentence);
        }
        return sentence.isEmpty() || sentence.startsWith("<")
                ? ServerClient.words(answer.statusCode(), sentence)
                : sentence;
    }

    /** Returns the sentence of a refusal that is a JSON object. */
    private static String message(String json) {
        try {
            return Json.parse(json, Map.class).get("message") instanceof String message ? message : json;
        } catch (UncheckedIOException e) {
            return json;
        }
    }

    private static void without(Path file, String reason) throws IOException {
        Files.writeString(file, CsvTable.INSTANCES.header() + "\n" + CsvTable.INSTANCES.line("", "", "", reason));
    }
}
