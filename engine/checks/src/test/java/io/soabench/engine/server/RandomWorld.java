package io.soabench.engine.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.runtime.random.Outcome;
import io.soabench.engine.runtime.random.Outside;
import io.soabench.engine.runtime.random.RandomProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Engines as replicas, and the clients and partners of random processes over HTTP. Messages of one instance go to the
 * replica where it was started; new instances go round. Answers and messages are sent after a random time, so they
 * arrive in any order.
 */
final class RandomWorld implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long DELAYS_MS = 4;
    private static final long PAUSE_NS = 200_000;
    private static final Pattern FAULT = Pattern.compile("<faultcode[^>]*>(?:\\w+:)?(\\w+)<");
    private static final Pattern DETAIL = Pattern.compile("<detail>(?:<[^>]*>)*([^<]*)<");
    private static final Pattern TEXT = Pattern.compile("Body>(?:<[^>]*>)*([^<]*)<");

    private final List<Engine> replicas = new ArrayList<>();
    private final HttpServer partner;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final Random delays = new Random(1);
    private final Map<String, Outside> runs = new ConcurrentHashMap<>();
    private int count;

    RandomWorld(EngineConfiguration configuration, int replicaCount) throws IOException, EngineStartException {
        partner = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        partner.setExecutor(threads);
        partner.createContext("/", this::asked);
        partner.start();
        try {
            for (int i = 0; i < replicaCount; i++) {
                replicas.add(Engine.start(configuration, new SystemEngineClock()));
            }
        } catch (EngineStartException e) {
            close();
            throw e;
        }
    }

    /** Runs instances side by side; returns their outcomes in their order. */
    List<Outcome> run(RandomProcess process, int instances) throws Exception {
        String name = "Random" + ++count;
        for (Engine replica : replicas) {
            replica.deployer().deploy(name, archive(process, name));
        }
        AtomicInteger open = new AtomicInteger();
        Outside outside = new Outside(this::later, (note, replied) -> {
            open.incrementAndGet();
            String fields = field("id", note.id()) + field("token", note.token()) + field("text", note.text());
            post(name, note.id(), note.operation(), fields, reply -> {
                replied.accept(reply);
                open.decrementAndGet();
            });
        });
        runs.put(name, outside);
        List<CompletableFuture<String>> replies = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            CompletableFuture<String> reply = new CompletableFuture<>();
            replies.add(reply);
            String fields = field("id", "n" + i) + field("count", Integer.toString(RandomProcess.count(i)));
            post(name, "n" + i, "request", fields, reply::complete);
        }
        List<Outcome> outcomes = new ArrayList<>();
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (CompletableFuture<String> reply : replies) {
            reply.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
        while ((open.get() > 0 || replicas.stream().anyMatch(replica -> replica.running() > 0))
                && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        for (int i = 0; i < instances; i++) {
            outcomes.add(outside.outcome("n" + i, replies.get(i).get()));
        }
        for (Engine replica : replicas) {
            if (replica.running() > 0) {
                throw new AssertionError("seed " + process.seed() + ": " + replica.running() + " instances still run");
            }
            replica.deployer().undeploy(name);
        }
        runs.remove(name);
        return outcomes;
    }

    private Map<String, byte[]> archive(RandomProcess process, String name) {
        Map<String, byte[]> files = new TreeMap<>(process.files());
        String address = "http://127.0.0.1:" + partner.getAddress().getPort() + "/" + name + "/";
        String descriptor = "{\"partners\":{\"partner\":\"" + address + "partner\",\"other\":\"" + address
                + "other\"},\"service\":{\"path\":\"/processes/" + name + "\"}}";
        files.put("soabench-process.json", descriptor.getBytes(StandardCharsets.UTF_8));
        return files;
    }

    /** Returns the replica where an instance was started, by its number. */
    private Engine replica(String id) {
        return replicas.get(Integer.parseInt(id.substring(1)) % replicas.size());
    }

    private static String field(String name, String value) {
        return "<c:" + name + ">" + value + "</c:" + name + ">";
    }

    private void later(Runnable task) {
        long delay;
        synchronized (delays) {
            delay = delays.nextLong(DELAYS_MS);
        }
        if (delay == 0) {
            threads.execute(task);
        } else {
            CompletableFuture.delayedExecutor(delay, TimeUnit.MILLISECONDS, threads)
                    .execute(task);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // An error becomes an answer that nobody expects.
    private void post(String name, String id, String element, String fields, Consumer<String> replied) {
        String body = "<c:" + element + " xmlns:c=\"urn:random:client\">" + fields + "</c:" + element + ">";
        HttpRequest request = HttpRequest.newBuilder(URI.create(replica(id).url() + "/processes/" + name))
                .timeout(PATIENCE)
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(ScriptedPartner.envelope(body)))
                .build();
        CompletableFuture<HttpResponse<String>> sent = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        sent.whenComplete((response, error) -> replied.accept(error != null ? error.toString() : text(response)));
    }

    private static String text(HttpResponse<String> response) {
        String body = response.body();
        if (response.statusCode() == 202) {
            return "";
        }
        if (response.statusCode() == 500) {
            String detail = first(DETAIL, body);
            return "fault " + first(FAULT, body) + (detail.isEmpty() ? "" : " " + detail);
        }
        return response.statusCode() == 200 ? first(TEXT, body) : "status " + response.statusCode() + " " + body;
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private void asked(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String[] path = exchange.getRequestURI().getPath().split("/", -1);
        Outside outside = runs.get(path[1]);
        Outside.Question question =
                new Outside.Question(path[2], value(body, "id"), value(body, "token"), value(body, "text"));
        if (body.contains("notice")) {
            outside.told(question);
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
            return;
        }
        outside.asked(question, new Outside.Answer() {
            @Override
            public void text(String token, String text) {
                answer(
                        exchange,
                        200,
                        ScriptedPartner.envelope("<p:answer xmlns:p=\"urn:random:partner\"><p:token>" + token
                                + "</p:token><p:text>" + text + "</p:text></p:answer>"));
            }

            @Override
            public void refused(String text) {
                answer(
                        exchange,
                        500,
                        ScriptedPartner.envelope(
                                "<s:Fault><faultcode>s:Server</faultcode><faultstring>no</faultstring><detail><p:no"
                                        + " xmlns:p=\"urn:random:partner\">" + text + "</p:no></detail></s:Fault>"));
            }

            @Override
            public void broken() {
                answer(exchange, 200, "<html>no");
            }
        });
    }

    private static String value(String body, String element) {
        return first(Pattern.compile("[<:]" + element + "(?: [^>]*)?>([^<]*)<"), body);
    }

    private static void answer(HttpExchange exchange, int status, String text) {
        try (exchange) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (IOException e) {
            // The instance that asked was terminated.
        }
    }

    @Override
    public void close() {
        replicas.forEach(Engine::close);
        partner.stop(0);
        threads.shutdownNow();
    }
}
