package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.soabench.testing.TestPorts;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Durable replicas without snapshots: the contract of a stop, and what happens while they run or when they are killed, where no instance records its state. */
class DurableReplicaIT extends DurableReplicaContract {
    @Override
    Duration snapshotAtStop() {
        return Duration.ZERO;
    }

    @Override
    int killedReplicas() {
        return 2;
    }

    @Test
    void shouldRecoverTheInstancesOfAReplicaThatWasKilled() throws Exception {
        start(2);
        startInstances();
        assertThat(replicasWithInstances(2)).containsExactlyInAnyOrder(1L, 2L);
        assertThat(send("OneWay", "note", "nobody", "x")).isEqualTo(500);
        try (LogCapture log = new LogCapture()) {
            long killed = kill(2);
            for (String id : ids()) {
                int status = send("OneWay", "note", id, id.toUpperCase(Locale.ROOT));
                while (status != 200) {
                    assertThat(status)
                            .as("the answer to " + id + " while its replica may be away")
                            .isIn(NO_ANSWER, 502, 503);
                    status = send("OneWay", "note", id, id.toUpperCase(Locale.ROOT));
                }
            }
            awaitOtherThan(2, killed);
            assertThat(log.records)
                    .anySatisfy(record -> assertThat(record.getMessage())
                            .contains("Replica 2 (process " + killed + ") is lost", "they are recovered"))
                    .noneSatisfy(record -> assertThat(record.getMessage()).contains("they are lost"));
        }
        awaitRunning(0);

        checkCalls();
        JsonNode statistics = get("/statistics");
        assertThat(statistics.get("replicasLost").intValue()).isOne();
        assertThat(statistics.get("instancesRecovered").intValue()).isPositive();
        assertThat(statistics.get("instancesQuarantined").intValue()).isZero();
        assertThat(statistics.get("journalSyncs").intValue()).isPositive();
        await(
                "no living records",
                () -> get("/statistics").get("journalLiveInstances").intValue() == 0);
        // Folders of tests may be in memory, of which the engine warns.
        assertThat(engine.warnings()).allMatch(warning -> warning.contains(" is in memory (tmpfs)"));
    }

    @Test
    void shouldGiveAnInstanceAMessageOnceThatComesToAllReplicasAtTheSameTime() throws Exception {
        start(2);
        startInstances();
        assertThat(replicasWithInstances(2)).containsExactlyInAnyOrder(1L, 2L);
        Map<String, String> answers = new TreeMap<>();
        for (String id : ids()) {
            answers.put(id, answer("OneWay", "note", id, id.toUpperCase(Locale.ROOT), 200));
        }
        awaitRunning(0);
        checkCalls();
        assertThat(partner.calls()).hasSize(3 * INSTANCES);

        startAgain(3);
        for (String id : ids()) {
            assertThat(answer("OneWay", "note", id, id.toUpperCase(Locale.ROOT), 200))
                    .isEqualTo(answers.get(id));
        }
        assertThat(partner.calls()).hasSize(3 * INSTANCES);
    }

    @Test
    void shouldTakeTheMessageIdForAKeyInAllReplicas() throws Exception {
        start(2);
        deploy("Two", DurableProcess.twoWay("Two", partner.url()));
        String request = ScriptedPartner.envelope(TalkProcess.message("request", "a", ""))
                .replace(
                        "<s:Body>",
                        "<s:Header><w:MessageID xmlns:w=\"http://www.w3.org/2005/08/addressing\">urn:mine:"
                                + "x".repeat(1_000) + "</w:MessageID></s:Header><s:Body>");
        for (int i = 0; i < INSTANCES; i++) {
            HttpResponse<String> answer = client().sendAsync(
                            HttpRequest.newBuilder(URI.create(engine.url() + "/processes/Two"))
                                    .timeout(PATIENCE)
                                    .header("Content-Type", "text/xml; charset=utf-8")
                                    .POST(HttpRequest.BodyPublishers.ofString(request))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            assertThat(answer.body()).contains("urn:mine:x", ">a<");
        }
        assertThat(partner.calls()).hasSize(1);
        awaitRunning(1);
    }

    @Test
    void shouldRefuseAnyPortASecondEngineAndAnotherAddress() throws Exception {
        EngineConfiguration anyPort = processes(2).but().port(0).build();
        assertThatThrownBy(() -> started(anyPort))
                .hasMessage("durable=" + configuration.durable()
                        + " takes a port that is the same at each start; give one with --port");
        start(2);
        deploy("One", DurableProcess.oneWay("One", partner.url()));
        EngineConfiguration second = processes(2).but().port(TestPorts.next()).build();
        assertThatThrownBy(() -> started(second))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining("durable=" + configuration.durable() + " cannot be used: ")
                .hasMessageContaining("is in use by another engine");

        String url = engine.url();
        stop();
        assertThatThrownBy(() -> started(second))
                .isInstanceOf(EngineStartException.class)
                .hasMessageContaining("were deployed at " + url + ", but not at http://127.0.0.1:" + second.port());
    }
}
