package io.soabench.maven.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.soabench.plan.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The web server of a page, on the loopback address. It answers below the path of its token, and at {@code /metrics} to
 * requests that have a token in their header {@code Authorization}. Safe for use by many threads.
 */
final class LiveServer implements AutoCloseable {

    /** The content of the page at present. */
    interface Content {

        /** Returns the whole kept state of the run. */
        RunStatus.Whole whole();

        /**
         * Adds a reader to those that get each change from now on, after all that is kept.
         *
         * @return whether there is room for one more
         */
        boolean join(PageReader reader);

        /** Removes a reader. */
        void leave(PageReader reader);
    }

    /** The address of IPv4 on every machine; the one that Java prefers may be of IPv6. */
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    /** The path of the metrics for a program that sends a token in a header. */
    private static final String METRICS = "/metrics";

    /** The scheme of the header, RFC 6750 section 2.1; RFC 9110 section 11.1 ignores its case. */
    private static final String BEARER = "Bearer ";

    private static final int OK = 200;
    private static final int UNAUTHORISED = 401;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int BUSY = 503;

    /** The number of threads: one for each reader, and some for short requests. */
    private static final int THREADS = PageReaders.MOST_READERS + 4;

    /** The number of requests that may wait for a thread; more are not answered. */
    private static final int MOST_WAITING = 64;

    private static final long IDLE_S = 10;

    private final HttpServer server;
    private final String base;
    private final byte[] bearer;
    private final Content content;
    private final Consumer<Throwable> onFailure;
    private final ThreadPoolExecutor threads;
    private final Map<String, Answer> answers;

    /** An answer to one kind of request. */
    private interface Answer {

        /** Answers a request. */
        void to(HttpExchange exchange) throws IOException;
    }

    /**
     * Opens the server.
     *
     * @param port 0 for a free one
     * @param token the first and only folder of all paths
     * @param bearer the token in the header of requests for metrics
     * @param onFailure receives what goes wrong here, but no failures of connections
     * @throws IOException when the port cannot be used
     */
    LiveServer(int port, String token, String bearer, Content content, Consumer<Throwable> onFailure)
            throws IOException {
        this.base = "/" + token + "/";
        this.bearer = bearer.getBytes(StandardCharsets.UTF_8);
        this.content = content;
        this.onFailure = onFailure;
        this.answers = Map.of(
                "", this::page,
                "events", this::events,
                "status.json", this::status,
                "metrics", this::metrics);
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_S,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                task -> LivePage.daemon(task, "live-page-" + number.incrementAndGet()),
                new ThreadPoolExecutor.DiscardPolicy());
        threads.allowCoreThreadTimeOut(true);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /** Begins to answer. */
    void start() {
        // The server's thread inherits the daemon state of the thread that starts it, so it does not keep the program
        // running.
        LivePage.daemon(server::start, "live-page-start").start();
    }

    /** Returns the address of the page. */
    String address() {
        InetSocketAddress at = server.getAddress();
        return "http://" + at.getAddress().getHostAddress() + ":" + at.getPort() + base;
    }

    @SuppressWarnings("IllegalCatch") // A defect here must not stay unknown, and must not end the run.
    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            Answer answer = path.equals(METRICS) ? this::guardedMetrics : answerAt(path);
            String method = exchange.getRequestMethod();
            if (answer == null) {
                send(exchange, NOT_FOUND, "text/plain", "there is nothing at this address\n");
            } else if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, WRONG_METHOD, "text/plain", "use GET\n");
            } else {
                answer.to(exchange);
            }
        } catch (RuntimeException e) {
            onFailure.accept(e);
        }
    }

    /** Returns the answer at a path, {@code null} if there is none. The time of a comparison does not depend on the token. */
    private Answer answerAt(String path) {
        byte[] expected = base.getBytes(StandardCharsets.UTF_8);
        String begin = path.substring(0, Math.min(path.length(), base.length()));
        return MessageDigest.isEqual(expected, begin.getBytes(StandardCharsets.UTF_8))
                ? answers.get(path.substring(base.length()))
                : null;
    }

    private void page(HttpExchange exchange) throws IOException {
        PageText page = PageText.TEXT;
        exchange.getResponseHeaders().set("Content-Security-Policy", page.policy());
        send(exchange, OK, "text/html", page.html());
    }

    private void status(HttpExchange exchange) throws IOException {
        send(exchange, OK, "application/json", Json.text(content.whole()));
    }

    private void metrics(HttpExchange exchange) throws IOException {
        send(
                exchange,
                OK,
                "text/plain; version=0.0.4",
                MetricsText.of(content.whole().status()));
    }

    private void guardedMetrics(HttpExchange exchange) throws IOException {
        if (authorised(exchange.getRequestHeaders().getFirst("Authorization"))) {
            metrics(exchange);
        } else {
            exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            send(exchange, UNAUTHORISED, "text/plain", "send the header Authorization: Bearer TOKEN\n");
        }
    }

    /** Returns whether a header has the token. The time of a comparison does not depend on the token. */
    private boolean authorised(String header) {
        return header != null
                && header.regionMatches(true, 0, BEARER, 0, BEARER.length())
                && MessageDigest.isEqual(
                        bearer, header.substring(BEARER.length()).strip().getBytes(StandardCharsets.UTF_8));
    }

    private void events(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("HEAD")) {
            send(exchange, OK, "text/event-stream", "");
            return;
        }
        PageReader reader = new PageReader(Thread.currentThread());
        if (!content.join(reader)) {
            exchange.getResponseHeaders().set("Retry-After", "5");
            send(exchange, BUSY, "text/plain", "too many readers; close one of the other pages\n");
            return;
        }
        try {
            headers(exchange, "text/event-stream");
            exchange.sendResponseHeaders(OK, 0);
            // The server is closed when no reader is left, so the stream has its end before the reader leaves.
            try (OutputStream body = exchange.getResponseBody()) {
                reader.pass(body);
            }
        } finally {
            content.leave(reader);
        }
    }

    private static void headers(HttpExchange exchange, String type) {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type + "; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("X-Content-Type-Options", "nosniff");
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        headers(exchange, type);
        if (exchange.getRequestMethod().equals("HEAD") || bytes.length == 0) {
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Closes the port and all connections. Readers have been ended before. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
