package io.soabench.engine.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A partner on a free loopback port whose answer is in the text of the question. */
final class ScriptedPartner implements AutoCloseable {
    /** Characters of an answer to a question that starts with "large". */
    static final int LARGE = 1_000_000;

    private static final String NS = "urn:fixture:partner";

    final List<String> requests = new CopyOnWriteArrayList<>();
    final List<String> actions = new CopyOnWriteArrayList<>();
    final Semaphore held = new Semaphore(0);
    private final HttpServer server;
    private final ExecutorService executor = Executors.newCachedThreadPool();

    ScriptedPartner() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/partner";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(request);
            actions.add(String.valueOf(exchange.getRequestHeaders().getFirst("SOAPAction")));
            String question = between(request, "question", "question");
            if (question.startsWith("hold")) {
                awaitRelease();
            }
            if (request.contains("<ns:sum ")) {
                soap(exchange, 200, "<r:sumResponse xmlns:r=\"urn:fixture:rpc\"><total>7</total></r:sumResponse>");
            } else if (question.startsWith("refuse")) {
                soap(
                        exchange,
                        500,
                        "<s:Fault><faultcode>s:Server</faultcode><faultstring>no way</faultstring><detail><p:no"
                                + " xmlns:p=\"" + NS + "\">never</p:no></detail></s:Fault>");
            } else if (question.startsWith("fail")) {
                soap(
                        exchange,
                        500,
                        "<s:Fault><faultcode>s:Server</faultcode><faultstring>ouch</faultstring></s:Fault>");
            } else if (question.startsWith("status")) {
                exchange.sendResponseHeaders(503, -1);
            } else if (question.startsWith("garbage")) {
                answer(exchange, 200, "<html>no");
            } else if (question.startsWith("other")) {
                soap(exchange, 200, "<p:unexpected xmlns:p=\"" + NS + "\"/>");
            } else if (question.startsWith("large")) {
                soap(exchange, 200, answer("x".repeat(LARGE)));
            } else if (question.startsWith("chunked")) {
                byte[] body = envelope(answer(question)).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write(body);
            } else {
                soap(exchange, 200, answer(question));
            }
        }
    }

    /**
     * Waits until a number of requests have arrived.
     *
     * @return false if they do not arrive in time
     */
    boolean received(int count) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (requests.size() < count) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    /** Drops the questions that have arrived, so that a long run holds no more at its end than at its start. */
    void forget() {
        requests.clear();
        actions.clear();
    }

    private void awaitRelease() {
        try {
            if (!held.tryAcquire(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the question was never released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String answer(String question) {
        return "<p:answer xmlns:p=\"" + NS + "\">a-" + question + "</p:answer>";
    }

    static String envelope(String body) {
        return "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    /**
     * Returns an envelope with headers of WS-Addressing 1.0.
     *
     * @param messageId the identifier of the message
     * @param replyTo the address for the answer; null for the connection
     */
    static String addressed(String envelope, String messageId, String replyTo) {
        return envelope.replace(
                "<s:Body>",
                "<s:Header xmlns:w=\"http://www.w3.org/2005/08/addressing\"><w:MessageID>" + messageId
                        + "</w:MessageID>"
                        + (replyTo == null ? "" : "<w:ReplyTo><w:Address>" + replyTo + "</w:Address></w:ReplyTo>")
                        + "</s:Header><s:Body>");
    }

    private static void soap(HttpExchange exchange, int status, String body) throws IOException {
        answer(exchange, status, envelope(body));
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    static String between(String text, String opening, String closing) {
        int from = text.indexOf(opening);
        if (from < 0) {
            return "";
        }
        int start = text.indexOf('>', from) + 1;
        int end = text.indexOf("</", start);
        return end < 0 ? "" : text.substring(start, end);
    }

    @Override
    public void close() {
        held.release(1_000);
        server.stop(0);
        executor.shutdownNow();
    }
}
