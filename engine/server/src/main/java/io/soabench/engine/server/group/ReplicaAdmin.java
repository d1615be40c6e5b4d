package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client of the admin interface of one replica. Thread-safe. */
final class ReplicaAdmin {
    /** The time limit of an answer that takes no time. */
    static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);
    /** The time limit of an answer that waits for workers or for a compiler. */
    static final Duration LATER = Duration.ofSeconds(60);
    /** The time limit of a batch, which has an end of its own. */
    static final Duration BATCH_LIMIT = Duration.ofDays(2);

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private final String url;
    private final String token;

    /**
     * The answer of a replica.
     *
     * @param status the status of HTTP
     * @param body the content; missing if there is none
     */
    record Answer(int status, JsonNode body) {}

    ReplicaAdmin(int port, String token) {
        this.url = "http://127.0.0.1:" + port;
        this.token = token;
    }

    /** Reads JSON; returns a missing node for other texts. */
    static JsonNode json(String text) {
        try {
            JsonNode node = text.isBlank() ? null : JSON.readTree(text);
            return node == null ? MissingNode.getInstance() : node;
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    /**
     * Sends a request. The future fails when there is no complete answer within the time. The time limit of the client
     * ends with the head of an answer (java.net.http, HttpRequest.Builder.timeout), so the content has a limit here.
     */
    CompletableFuture<Answer> ask(String method, String target, byte[] body, Duration within) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + target))
                .timeout(within)
                .header("Authorization", "Bearer " + token)
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        CompletableFuture<HttpResponse<String>> sent = CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        return sent.thenApply(answer -> new Answer(answer.statusCode(), json(answer.body())))
                .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, error) -> {
                    if (error != null) {
                        sent.cancel(true);
                    }
                });
    }
}
