package io.soabench.bpmn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests that each BPMN engine passes, with the real engine in a process of its own and a partner that counts its calls. The price of a step is
 * the step's number. A subclass starts the engine.
 */
@Tag("it")
@Tag("slow")
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BpmnEngineContract {

    private static final int CLIENTS = 4;
    private static final int REQUESTS = 10;
    private static final int CALLS = 5;

    @TempDir
    static Path folder;

    private BpmnEngineFixture server;

    /** Creates a contract. */
    protected BpmnEngineContract() {}

    /** Returns the class of the program. */
    protected abstract String main();

    /** Returns the options with which the engine has no history and eight threads for jobs that it finds soon. */
    protected abstract Map<String, String> options();

    private BpmnEngineFixture engine(Map<String, String> changed) throws IOException {
        Map<String, String> options = new TreeMap<>(options());
        options.putAll(changed);
        return new BpmnEngineFixture(folder, main(), options);
    }

    @BeforeAll
    final void start() throws Exception {
        server = engine(Map.of());
        server.ready();
    }

    @AfterAll
    final void stop() {
        server.close();
    }

    private void deployed(String process, String file, Body body) throws Exception {
        HttpResponse<String> deployment = server.deploy(process, file);
        assertThat(deployment.statusCode()).as(deployment.body()).isEqualTo(201);
        try {
            body.run();
        } finally {
            assertThat(server.undeploy(process).statusCode()).isEqualTo(204);
        }
    }

    private interface Body {
        void run() throws Exception;
    }

    private void manyAnswersAreRight(String process) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Future<List<String>>> answers = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                String prefix = "c" + client + "-";
                answers.add(clients.submit(() -> {
                    List<String> bodies = new ArrayList<>();
                    for (int i = 0; i < REQUESTS; i++) {
                        bodies.add(server.order(process, prefix + i).body());
                    }
                    return bodies;
                }));
            }
            for (Future<List<String>> bodies : answers) {
                assertThat(bodies.get(300, TimeUnit.SECONDS)).hasSize(REQUESTS).allSatisfy(body -> assertThat(body)
                        .contains(">15</sum>"));
            }
        } finally {
            clients.shutdownNow();
        }
    }

    @Test
    final void shouldAnswerWithinTheTransactionOfTheStart() throws Exception {
        deployed("Sequential", "sequential.bpmn", () -> {
            long changes = server.statistic("sqlChanges");
            long completed = server.statistic("instancesCompleted");
            server.clearCalls();

            manyAnswersAreRight("Sequential");

            assertThat(server.calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactly("1", "2", "3", "4", "5"));
            assertThat(server.statistic("instancesCompleted") - completed).isEqualTo(CLIENTS * REQUESTS);
            assertThat(server.statistic("sqlChanges") - changes)
                    .as("an instance in one transaction without history writes nothing")
                    .isZero();
        });
    }

    @Test
    final void shouldAnswerAfterTheCommitOfALaterTransaction() throws Exception {
        deployed("Sequential", "sequential-async.bpmn", () -> {
            long changes = server.statistic("sqlChanges");
            long completed = server.statistic("instancesCompleted");
            server.clearCalls();

            manyAnswersAreRight("Sequential");

            assertThat(server.calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactly("1", "2", "3", "4", "5"));
            assertThat(server.statistic("sqlChanges") - changes).isGreaterThan(CLIENTS * REQUESTS * CALLS);
            server.await("instancesCompleted", completed + CLIENTS * REQUESTS);
        });
    }

    /** Without a boundary at the join as well, jobs collide there and repeat their calls. */
    @Test
    final void shouldCallEachPartnerOnceWhereBranchesAreJobs() throws Exception {
        deployed("FlowNoDep", "flow-no-dep-async.bpmn", () -> {
            server.clearCalls();

            manyAnswersAreRight("FlowNoDep");

            assertThat(server.calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactlyInAnyOrder("1", "2", "3", "4", "5"));
        });
    }

    @Test
    final void shouldCatchTheFaultOfAPartnerByItsElement() throws Exception {
        deployed("Faults", "faults.bpmn", () -> {
            assertThat(server.order("Faults", "good").body()).contains(">1</sum>");
            assertThat(server.order("Faults", "refused").body()).contains(">-1</sum>");

            HttpResponse<String> other = server.order("Faults", "broken");
            assertThat(other.statusCode()).isEqualTo(500);
            assertThat(other.body()).contains("soap:Server", "broken");
        });
    }

    @Test
    final void shouldAnswerAClientWhoseInstanceEndsInSilence() throws Exception {
        deployed("Silent", "silent.bpmn", () -> {
            HttpResponse<String> answer = server.order("Silent", "x");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("the process ended without an answer");
        });
    }

    @Test
    final void shouldAnswerAClientWhoseJobFailsForGood() throws Exception {
        deployed("Sequential", "sequential-async.bpmn", () -> {
            HttpResponse<String> answer = server.order("Sequential", "broken");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("soap:Server", "failed");
        });
    }

    private static String sequential() throws IOException {
        return BpmnEngineFixture.file("sequential.bpmn");
    }

    @Test
    final void shouldRefuseWhatCannotRun() throws Exception {
        String second = "<process id=\"Second\" isExecutable=\"true\"><startEvent id=\"s\"/><endEvent id=\"e\"/>"
                + "<sequenceFlow id=\"g\" sourceRef=\"s\" targetRef=\"e\"/></process></definitions>";
        String two = sequential().replace("</definitions>", second);
        HttpResponse<String> other = server.deployText("Other", two);
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(other.body()).contains("has 2 executable processes");

        HttpResponse<String> broken = server.deployText("Broken", "<definitions/>");
        assertThat(broken.statusCode()).isEqualTo(422);
        assertThat(server.deploy("Sequential", "sequential.bpmn").statusCode()).isEqualTo(201);
        assertThat(server.deploy("Sequential", "sequential.bpmn").statusCode()).isEqualTo(409);
        assertThat(server.undeploy("Sequential").statusCode()).isEqualTo(204);
    }

    @Test
    final void shouldRefuseMessagesOfOtherContracts() throws Exception {
        deployed("Sequential", "sequential.bpmn", () -> {
            assertThat(server.post("Sequential", "<nonsense/>").body()).contains("soap:Client");
            assertThat(server.post("Sequential", BpmnEngineFixture.envelope("<other xmlns='urn:test:order'/>"))
                            .body())
                    .contains("soap:Client", "{urn:test:order}other");
        });
    }

    @Test
    final void shouldEndWithStatusZeroAndRefuseWrongOptions() throws Exception {
        try (BpmnEngineFixture other = engine(Map.of("--database", "file"))) {
            other.ready();
            assertThat(other.deploy("Sequential", "sequential-async.bpmn").statusCode())
                    .isEqualTo(201);
            assertThat(other.order("Sequential", "a").body()).contains(">15</sum>");
            assertThat(other.stop()).isZero();
        }
        try (BpmnEngineFixture refused = engine(Map.of("--connections", "1"))) {
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors()).contains("--connections=1 is too small; the least is 2");
        }
        try (BpmnEngineFixture refused = engine(Map.of("--history", "everything"))) {
            assertThat(refused.end()).isEqualTo(2);
            assertThat(refused.errors()).contains("the engine does not start", "everything");
        }
    }
}
