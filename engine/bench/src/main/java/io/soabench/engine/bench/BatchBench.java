package io.soabench.engine.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.soabench.engine.server.batch.Batches;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Batch start of the benchmark workflow of P13 (figure 2) with partners inside an engine that has one worker: instances for each
 * second of processor time of the engine's whole JVM, compilation and collection included.
 */
final class BatchBench {
    private static final ObjectMapper JSON = new ObjectMapper();
    static final String NAME = "Benchmark";

    /** The instances at once of a batch. */
    static final int WINDOW = Batches.DEFAULT_WINDOW;

    private static final double GOAL = 100_000;
    private static final String INPUT =
            "<b:order xmlns:b=\"urn:soabench:benchmark\"><b:id>1</b:id><b:text>some text</b:text></b:order>";

    private BatchBench() {}

    /** Returns the workflow's files. */
    static Map<String, byte[]> archive() throws IOException {
        Map<String, byte[]> archive = new TreeMap<>();
        for (String name : List.of("bpel/benchmark.bpel", "wsdl/benchmark.wsdl", "wsdl/services.wsdl")) {
            try (InputStream input = BatchBench.class.getResourceAsStream("/bench/workflow/" + name)) {
                archive.put(name, input.readAllBytes());
            }
        }
        return archive;
    }

    static void run(BenchOptions options, PrintWriter out) throws IOException, InterruptedException {
        int rounds = Math.max(1, options.rounds());
        double[] ofProcessor = new double[rounds];
        double[] ofWall = new double[rounds];
        try (ChildEngine engine = ChildEngine.withOneLoop(
                NAME, archive(), options.heapMb(), options.javaOptions(), List.of(options.transportOption()))) {
            for (int i = -options.warmUps(); i < rounds; i++) {
                JsonNode done = batch(engine.adminPort(), options.instances());
                if (i >= 0) {
                    ofProcessor[i] = perSecond(options.instances(), done.get("cpuMs"));
                    ofWall[i] = perSecond(options.instances(), done.get("wallMs"));
                }
            }
        }
        Arrays.sort(ofProcessor);
        Arrays.sort(ofWall);
        out.printf(
                Locale.ROOT,
                "batch: %.0f instances a second of processor time (%.0f to %.0f, %d rounds of %d), %.0f by the clock;"
                        + " ratio to the goal of 100000 %.2f%n",
                ofProcessor[rounds / 2],
                ofProcessor[0],
                ofProcessor[rounds - 1],
                rounds,
                options.instances(),
                ofWall[rounds / 2],
                ofProcessor[rounds / 2] / GOAL);
        out.flush();
    }

    static double perSecond(int instances, JsonNode ms) {
        return instances / Math.max(1, ms.doubleValue()) * 1_000;
    }

    /** Runs a batch, of which each instance completes. */
    static JsonNode batch(int port, int instances) throws IOException, InterruptedException {
        return batch(port, instances, WINDOW);
    }

    /** Runs a batch with a number of instances at once, of which each instance completes. */
    static JsonNode batch(int port, int instances, int window) throws IOException, InterruptedException {
        byte[] order = JSON.writeValueAsBytes(
                Map.of("instances", instances, "window", window, "input", INPUT, "partners", "loopback"));
        HttpResponse<byte[]> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/deployments/Benchmark/batch"))
                                .POST(HttpRequest.BodyPublishers.ofByteArray(order))
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        JsonNode answer = JSON.readTree(response.body());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("The batch was not run: " + answer);
        }
        if (answer.get("completed").intValue() != instances) {
            throw new IllegalStateException("Not all instances have completed: " + answer);
        }
        return answer;
    }
}
