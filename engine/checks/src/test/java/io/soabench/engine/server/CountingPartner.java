package io.soabench.engine.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;

/** A partner on a free loopback port that keeps account of its calls, and answers each of them. */
final class CountingPartner implements AutoCloseable {
    private static final int MOST_DELAY_MS = 15;

    private final HttpServer server;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Call> calls = new ArrayList<>();
    private final Random random = new Random(7);
    private int life;
    private boolean holds;

    /**
     * A call.
     *
     * @param id the field of that name
     * @param step the number at the beginning of its text
     * @param text the rest of it
     * @param key its key
     * @param body its bytes as a text
     * @param life the life of the engine in which it came
     */
    record Call(String id, int step, String text, String key, String body, int life) {}

    CountingPartner() throws IOException {
        this(null);
    }

    /** Makes a partner that speaks TLS; without it if the context is null. */
    CountingPartner(SSLContext tls) throws IOException {
        InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (tls == null) {
            server = HttpServer.create(free, 0);
        } else {
            HttpsServer secure = HttpsServer.create(free, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(tls));
            server = secure;
        }
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return (server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:"
                + server.getAddress().getPort() + "/partner";
    }

    /** Says that another life of the engine begins. */
    synchronized void nextLife() {
        life++;
    }

    /** Leaves calls without an answer from now on, or answers those that come. */
    synchronized void hold(boolean isHeld) {
        holds = isHeld;
        notifyAll();
    }

    /** Returns the calls that have come, in their order. */
    synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String text = ScriptedPartner.between(body, ":text", "");
            int delayMs;
            synchronized (this) {
                calls.add(new Call(
                        ScriptedPartner.between(body, ":id", ""),
                        Integer.parseInt(text.substring(0, 1)),
                        text.substring(2),
                        String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")),
                        body,
                        life));
                notifyAll();
                delayMs = random.nextInt(MOST_DELAY_MS);
                while (holds) {
                    wait();
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMs));
            byte[] answer = ScriptedPartner.envelope("<p:answer xmlns:p=\"urn:random:partner\"><p:token>t</p:token>"
                            + "<p:text>a</p:text></p:answer>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/xml");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until so many calls have come; false when they do not in time. */
    synchronized boolean received(int count) throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (calls.size() < count) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
            if (leftMs <= 0) {
                return false;
            }
            wait(leftMs);
        }
        return true;
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
