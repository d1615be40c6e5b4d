package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.guard.Exhaustion;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An engine whose heap is nearly full, but not full: it refuses new instances until there is room. */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class NearlyFullHeapIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** A heap whose use the test sets. */
    private static final class FixedHeap implements Exhaustion.Heap {
        private volatile double used;

        @Override
        public void collect() {
            // Nothing to collect.
        }

        @Override
        public double used() {
            return used;
        }

        @Override
        public double left() {
            return used;
        }
    }

    private CompletableFuture<HttpResponse<String>> post(Engine engine, String process) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create(engine.url() + "/processes/" + process))
                        .timeout(PATIENCE)
                        .header("Content-Type", "text/xml; charset=utf-8")
                        .POST(HttpRequest.BodyPublishers.ofString(EngineFixture.request("x")))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long endNs = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime() - endNs).as(what).isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    @Test
    void shouldRefuseInstancesUntilThereIsRoom() throws Exception {
        FixedHeap heap = new FixedHeap();
        try (Engine engine = Engine.start(EngineFixture.CONFIGURATION, new SystemEngineClock(), heap)) {
            String nowhere = "http://127.0.0.1:9/";
            engine.deployer().deploy("Long", EngineFixture.archive("Long", "<wait><for>'PT1H'</for></wait>", nowhere));
            engine.deployer().deploy("Short", EngineFixture.archive("Short", "<empty/>", nowhere));
            CompletableFuture<HttpResponse<String>> running = post(engine, "Long");
            await("a running instance", () -> engine.running() == 1);
            assertThat(post(engine, "Short").get().statusCode()).isEqualTo(200);

            heap.used = 0.93;
            await("a refusal", () -> {
                HttpResponse<String> answer = post(engine, "Short").get();
                return answer.statusCode() == 503
                        && answer.headers().firstValue("Retry-After").isPresent();
            });
            assertThat(engine.counters().value(Counter.REQUESTS_REFUSED)).isPositive();
            assertThat(running).isNotDone();

            heap.used = 0.5;
            await("an answer", () -> post(engine, "Short").get().statusCode() == 200);
            assertThat(engine.replicas().get(0).kernel().endInstances("Long").get())
                    .isOne();
            assertThat(running.get().statusCode()).isEqualTo(500);
        }
    }
}
