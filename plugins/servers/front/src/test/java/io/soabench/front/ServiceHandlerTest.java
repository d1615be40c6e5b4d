package io.soabench.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ServiceHandlerTest {

    private static final Offered PROCESS = new Offered("/processes/P", "P:1");
    private static final byte[] ANSWER = {1};
    private static final int MANY = 100;

    /** Longer than any test may take. */
    private static final long LONG_MS = 3_600_000;

    private final BlockingQueue<HttpReply> replies = new LinkedBlockingQueue<>();

    private record Offered(String path, String id) implements LibraryEngine.Deployed {}

    private interface Call {
        CompletionStage<byte[]> of(byte[] envelope) throws SoapFault;
    }

    /** An engine of which a test needs calls only. */
    private record Engine(Call call) implements LibraryEngine<Offered> {

        @Override
        public Offered deploy(Path folder) {
            return PROCESS;
        }

        @Override
        public CompletionStage<byte[]> call(Offered process, byte[] envelope, String soapAction, long timeoutMs)
                throws SoapFault {
            return call.of(envelope);
        }

        @Override
        public void undeploy(Offered process) {
            // Nothing is kept.
        }

        @Override
        public Map<String, Object> statistics() {
            return Map.of();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static ServiceHandler<Offered> handler(Call call, int threads, int queue, int open, long timeoutMs)
            throws FrontRefused {
        ServiceHandler<Offered> handler = new ServiceHandler<>(new Engine(call), threads, queue, open, timeoutMs);
        handler.offer(PROCESS);
        return handler;
    }

    private void send(ServiceHandler<Offered> handler) {
        send(handler, "POST", "/processes/P");
    }

    private void send(ServiceHandler<Offered> handler, String method, String path) {
        handler.handle(new HttpRequest(method, path, "", "<a/>".getBytes(StandardCharsets.UTF_8)), replies::add);
    }

    private HttpReply next() throws InterruptedException {
        HttpReply reply = replies.poll(30, TimeUnit.SECONDS);
        assertThat(reply).as("an answer within 30 s").isNotNull();
        return reply;
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    @Test
    void shouldRefuseAtOnceWhenThreadsAndQueueAreFull() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Call held = envelope -> {
            entered.countDown();
            awaited(go);
            return CompletableFuture.completedFuture(ANSWER);
        };
        try (ServiceHandler<Offered> handler = handler(held, 1, 1, MANY, 1_000)) {
            send(handler);
            awaited(entered);
            send(handler);
            send(handler);

            assertThat(next().status()).isEqualTo(503);
            go.countDown();
            assertThat(next().status()).isEqualTo(200);
            assertThat(next().status()).isEqualTo(200);
        }
    }

    @Test
    void shouldHoldNoThreadForAnAnswerThatComesLater() throws Exception {
        BlockingQueue<CompletableFuture<byte[]>> waiting = new LinkedBlockingQueue<>();
        Call later = envelope -> {
            CompletableFuture<byte[]> answer = new CompletableFuture<>();
            waiting.add(answer);
            return answer;
        };
        try (ServiceHandler<Offered> handler = handler(later, 1, 1, 3, 60_000)) {
            for (int i = 0; i < 3; i++) {
                send(handler);
                while (waiting.size() <= i) {
                    Thread.onSpinWait();
                }
            }
            assertThat(handler.open()).isEqualTo(3);

            send(handler);
            assertThat(next().status()).as("a fourth where three may be open").isEqualTo(503);

            waiting.forEach(answer -> answer.complete(new byte[0]));
            for (int i = 0; i < 3; i++) {
                assertThat(next().status()).isEqualTo(202);
            }
            handler.drain(10_000);
            assertThat(handler.open()).isZero();
        }
    }

    @Test
    void shouldWaitAtTheEndOnlyWhileARequestIsOpen() throws Exception {
        CompletableFuture<byte[]> last = new CompletableFuture<>();
        CountDownLatch entered = new CountDownLatch(1);
        Call held = envelope -> {
            entered.countDown();
            return last;
        };
        try (ServiceHandler<Offered> idle = handler(held, 1, 1, MANY, LONG_MS);
                ServiceHandler<Offered> busy = handler(held, 1, 1, MANY, LONG_MS)) {
            idle.drain(LONG_MS);

            send(busy);
            awaited(entered);
            CompletableFuture<Void> end = CompletableFuture.runAsync(() -> busy.drain(LONG_MS));
            assertThat(end).isNotDone();
            last.complete(ANSWER);

            assertThat(next().status()).isEqualTo(200);
            assertThat(end).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    @Test
    void shouldAnswerWithAFaultAfterTheTimeout() throws Exception {
        try (ServiceHandler<Offered> handler = handler(envelope -> new CompletableFuture<>(), 1, 1, MANY, 50)) {
            send(handler);

            HttpReply reply = next();
            assertThat(reply.status()).isEqualTo(500);
            assertThat(text(reply)).contains("soap:Server", "did not answer within 50 ms");
        }
    }

    @Test
    void shouldAnswerEachFailureWithAFault() throws Exception {
        for (Map.Entry<Throwable, String> thrown : Map.<Throwable, String>of(
                        new IllegalStateException("outside", new IllegalStateException("inside")),
                        "outside: inside",
                        new IllegalAccessError("closed module"),
                        "closed module",
                        new OutOfMemoryError("Java heap space"),
                        "Java heap space",
                        new SoapFault(SoapFault.Code.SERVER, "late"),
                        "late")
                .entrySet()) {
            for (boolean later : new boolean[] {false, true}) {
                Call failing = envelope -> {
                    if (later) {
                        return CompletableFuture.<byte[]>supplyAsync(() -> {
                            throw ServiceHandlerTest.<RuntimeException>unchecked(thrown.getKey());
                        });
                    }
                    throw ServiceHandlerTest.<RuntimeException>unchecked(thrown.getKey());
                };
                try (ServiceHandler<Offered> handler = handler(failing, 1, 1, MANY, 10_000)) {
                    send(handler);

                    HttpReply reply = next();
                    assertThat(reply.status()).isEqualTo(500);
                    assertThat(text(reply)).contains("<faultcode>soap:Server</faultcode>", thrown.getValue());
                }
            }
        }
    }

    private static String text(HttpReply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // throws a checked exception as it is
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void shouldRefuseOtherPathsMethodsAndTheEnd() throws Exception {
        Call immediate = envelope -> CompletableFuture.completedFuture(ANSWER);
        try (ServiceHandler<Offered> handler = handler(immediate, 1, 1, MANY, 1_000)) {
            send(handler, "POST", "/processes/Q");
            assertThat(next().status()).isEqualTo(404);
            send(handler, "GET", "/processes/P");
            assertThat(next().status()).isEqualTo(405);
            handler.drain(1_000);
            send(handler);
            assertThat(next().status()).isEqualTo(503);
        }
    }

    @Test
    void shouldRefuseASecondProcessAtOnePath() throws Exception {
        try (ServiceHandler<Offered> handler = handler(envelope -> new CompletableFuture<>(), 1, 1, MANY, 1_000)) {
            assertThatThrownBy(() -> handler.offer(new Offered("/processes/P", "P:2")))
                    .isInstanceOf(FrontRefused.class)
                    .hasMessageContaining("P:1")
                    .hasMessageContaining("/processes/P");
            handler.withdraw(PROCESS);
            handler.offer(new Offered("/processes/P", "P:2"));
        }
    }
}
