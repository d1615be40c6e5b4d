package io.soabench.engine.server.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.soabench.engine.server.http.HttpParser;
import io.soabench.engine.server.http.RefusedHttpException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A client of the admin interface of one replica. Thread-safe.
 *
 * <p>Each request has a thread and a connection of its own. So no thread is needed whose end, for lack of memory, would
 * let all later requests wait: the parent would take each replica for dead then.
 */
final class ReplicaAdmin {
    /** The time limit of an answer that takes no time. */
    static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);
    /** The time limit of an answer that waits for workers or for a compiler. */
    static final Duration LATER = Duration.ofSeconds(60);
    /** The time limit of a batch, which has an end of its own. */
    static final Duration BATCH_LIMIT = Duration.ofDays(2);

    /** The beginning of the names of the threads that send requests. */
    static final String THREADS = "ask-replica";

    private static final int CONNECT_MS = 5_000;
    private static final int MOST_ANSWER_BYTES = 256 << 20;
    private static final int READ_BYTES = 8192;
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Executor ASKING = Executors.newCachedThreadPool(new DefaultThreadFactory(THREADS, true));

    private final int port;
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
        this.port = port;
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

    /** Sends a request. The future fails when there is no complete answer within the time. */
    CompletableFuture<Answer> ask(String method, String target, byte[] body, Duration within) {
        Exchange exchange = new Exchange(head(method, target, body.length), body);
        try {
            ASKING.execute(exchange);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
        return exchange.answer
                .orTimeout(within.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, error) -> {
                    if (error != null) {
                        exchange.giveUp();
                    }
                });
    }

    private byte[] head(String method, String target, int length) {
        String path = URI.create(url + target).toASCIIString().substring(url.length());
        return (method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nAuthorization: Bearer " + token
                        + "\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** One request and its answer, on a thread of their own. */
    private final class Exchange implements Runnable {
        private final byte[] head;
        private final byte[] body;
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();
        private final Socket socket = new Socket();

        Exchange(byte[] head, byte[] body) {
            this.head = head;
            this.body = body;
        }

        @Override
        public void run() {
            try (socket) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MS);
                socket.setTcpNoDelay(true);
                OutputStream output = socket.getOutputStream();
                output.write(head);
                output.write(body);
                answer.complete(read(socket.getInputStream()));
            } catch (IOException | RefusedHttpException | RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        }

        private Answer read(InputStream input) throws IOException, RefusedHttpException {
            HttpParser parser = HttpParser.ofResponses(MOST_ANSWER_BYTES);
            byte[] bytes = new byte[READ_BYTES];
            for (int length = input.read(bytes); length >= 0; length = input.read(bytes)) {
                parser.append(Unpooled.wrappedBuffer(bytes, 0, length));
                while (parser.next()) {
                    // Interim answers have a status of 1xx (RFC 9110, section 15.2).
                    if (parser.status() / 100 != 1) {
                        String content = new String(
                                parser.array(), parser.bodyStart(), parser.bodyLength(), StandardCharsets.UTF_8);
                        return new Answer(parser.status(), json(content));
                    }
                }
            }
            throw new EOFException("The connection has ended before the answer was complete.");
        }

        /** Closes the connection, so that its thread ends. */
        private void giveUp() {
            try {
                socket.close();
            } catch (IOException e) {
                // It is closed all the same.
            }
        }
    }
}
