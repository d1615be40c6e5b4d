package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A client of the services and of the admin interface of an engine, whose replicas may be processes. The engine may be
 * another one at each call, as after a new start.
 */
final class EngineClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final byte[] NOTHING = {};
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Supplier<RunningEngine> engine;

    /** Makes a client of the engine that runs when a request is sent. */
    EngineClient(Supplier<RunningEngine> engine) {
        this.engine = engine;
    }

    /**
     * Returns an HTTP client without connections. Its first request makes one, for which the operating system chooses a
     * replica.
     */
    static HttpClient newHttpClient() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
    }

    /** Returns a request with a SOAP 1.1 envelope to a process. */
    HttpRequest.Builder request(String process, String envelope) {
        return HttpRequest.newBuilder(URI.create(engine.get().url() + "/processes/" + process))
                .timeout(PATIENCE)
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(envelope));
    }

    /** Sends a request without a body to the admin interface. */
    HttpResponse<String> admin(String method, String path) throws Exception {
        return admin(method, path, NOTHING);
    }

    /** Sends a request to the admin interface. */
    HttpResponse<String> admin(String method, String path, byte[] body) throws Exception {
        return newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://127.0.0.1:" + engine.get().adminPort() + path))
                                .timeout(PATIENCE)
                                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** Returns the JSON that the admin interface has at a path. */
    JsonNode get(String path) throws Exception {
        HttpResponse<String> answer = admin("GET", path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    /** Deploys the files of a process. */
    void deploy(String name, Map<String, byte[]> entries) throws Exception {
        HttpResponse<String> answer = admin("PUT", "/deployments/" + name, EngineFixture.zip(entries));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /**
     * Returns the numbers of the replicas that run instances. The identifiers of instances go round the replicas.
     *
     * @param of the number of replicas
     */
    Set<Long> replicasWithInstances(int of) throws Exception {
        Set<Long> replicas = new HashSet<>();
        get("/instances")
                .get("instances")
                .forEach(one -> replicas.add((one.get("id").longValue() - 1) % of + 1));
        return replicas;
    }
}
