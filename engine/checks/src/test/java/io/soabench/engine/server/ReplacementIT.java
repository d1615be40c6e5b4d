package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A version of a process replaces another one while clients send requests. No request may fail. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class ReplacementIT {
    private static final int CLIENTS = 4;
    private static final int VERSIONS = 150;

    @Test
    void shouldAnswerEveryRequestWhileVersionsReplaceEachOther() throws Exception {
        ConcurrentLinkedQueue<String> answers = new ConcurrentLinkedQueue<>();
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.deploy("Plain", version(0));
            Callable<Void> client = () -> {
                while (!over.get()) {
                    HttpResponse<String> answer = fixture.post("Plain", EngineFixture.request("a"));
                    answers.add(answer.statusCode() == 200 ? "answered" : answer.statusCode() + " " + answer.body());
                }
                return null;
            };
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                running.add(clients.submit(client));
            }
            for (int i = 1; i <= VERSIONS; i++) {
                fixture.deploy("Plain", version(i));
            }
            over.set(true);
            for (Future<Void> each : running) {
                each.get();
            }
            assertThat(fixture.post("Plain", EngineFixture.request("a")).body()).contains(">v" + VERSIONS + "<");
        } finally {
            clients.shutdownNow();
        }

        Map<String, Long> count =
                answers.stream().collect(Collectors.groupingBy(each -> each, TreeMap::new, Collectors.counting()));
        assertThat(count).containsOnlyKeys("answered");
        assertThat(count.get("answered")).isGreaterThan(VERSIONS);
    }

    private static String version(int number) {
        return "<assign><copy><from>'v" + number + "'</from><to>$response.body</to></copy></assign>";
    }
}
