package io.soabench.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
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
 * The tests that each library engine passes, with the real engine in a process of its own and a partner that counts its calls. A process of the tests
 * asks the price of steps 1 to 5 and answers their sum, 15; the price of a step is its number. A subclass starts the engine and has the process files
 * as resources beside it.
 */
@Tag("it")
@Tag("slow")
@Timeout(600)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LibraryEngineContract {

    /** Clients that send at once. */
    protected static final int CLIENTS = 4;

    /** Requests of each client. */
    protected static final int REQUESTS = 10;

    private static final long WAIT_S = 300;

    @TempDir
    static Path folder;

    private EngineFixture server;

    /** Creates a contract. */
    protected LibraryEngineContract() {}

    /** Returns the class of the program. */
    protected abstract String main();

    /** Returns the options with which the engine is tested. */
    protected abstract Map<String, String> options();

    /** Returns the name of the process file in packages. */
    protected abstract String processFile();

    /** Returns the ending of process files. */
    protected abstract String ending();

    /** Returns a class beside whose resources the processes stand: {@code sequential}, {@code faults} and {@code silent}. */
    protected abstract Class<?> files();

    /** Returns the engine of the tests. */
    protected final EngineFixture server() {
        return server;
    }

    /** Returns the folder in which engines read secrets. */
    protected final Path secrets() {
        return folder;
    }

    /** Starts a further engine with other options. */
    protected final EngineFixture engine(Map<String, String> changed) throws IOException {
        Map<String, String> options = new TreeMap<>(options());
        options.putAll(changed);
        return new EngineFixture(folder, main(), options, files(), processFile());
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

    /** Some steps of a test. */
    protected interface Body {
        /** Runs them. */
        void run() throws Exception;
    }

    /** Runs the steps of a test while a process is deployed. */
    protected final void deployed(String process, String file, Body body) throws Exception {
        HttpResponse<String> deployment = server.deploy(process, file + ending());
        assertThat(deployment.statusCode()).as(deployment.body()).isEqualTo(201);
        try {
            body.run();
        } finally {
            assertThat(server.undeploy(process).statusCode()).isEqualTo(204);
        }
    }

    /** Sends requests of several clients at once; each answer must be 15. */
    protected final void manyAnswersAreRight(String process) throws Exception {
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
                assertThat(bodies.get(WAIT_S, TimeUnit.SECONDS))
                        .hasSize(REQUESTS)
                        .allSatisfy(body -> assertThat(body).contains(">15</sum>"));
            }
        } finally {
            clients.shutdownNow();
        }
    }

    /** Sends a request and returns its answer as it comes. */
    protected static CompletableFuture<HttpResponse<String>> sent(EngineFixture engine, String process, String id) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return engine.order(process, id);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    final void shouldCallEachStepOnceAndInOrder() throws Exception {
        deployed("Sequential", "sequential", () -> {
            long completed = server.statistic("instancesCompleted");
            server.clearCalls();

            manyAnswersAreRight("Sequential");

            assertThat(server.calls()).hasSize(CLIENTS * REQUESTS).allSatisfy((id, steps) -> assertThat(steps)
                    .containsExactly("1", "2", "3", "4", "5"));
            server.await("instancesCompleted", completed + CLIENTS * REQUESTS);
        });
    }

    @Test
    final void shouldCatchAFaultThatTheProcessExpects() throws Exception {
        deployed("Faults", "faults", () -> {
            assertThat(server.order("Faults", "good").body()).contains(">1</sum>");
            assertThat(server.order("Faults", "refused").body()).contains(">-1</sum>");

            HttpResponse<String> other = server.order("Faults", "broken");
            assertThat(other.statusCode()).isEqualTo(500);
            assertThat(other.body()).contains("soap:Server", "broken");
        });
    }

    @Test
    final void shouldAnswerAClientWhoseInstanceEndsInSilence() throws Exception {
        deployed("Silent", "silent", () -> {
            HttpResponse<String> answer = server.order("Silent", "x");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("the process ended without an answer");
        });
    }

    /** A client of HTTP that tries again by itself would call a partner twice. */
    @Test
    final void shouldCallAPartnerOnceThatIsBusy() throws Exception {
        deployed("Sequential", "sequential", () -> {
            server.clearCalls();

            HttpResponse<String> answer = server.order("Sequential", "busy");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("soap:Server", "503");
            assertThat(server.calls().get("busy")).containsExactly("1");
        });
    }

    @Test
    final void shouldRefuseMessagesOfOtherContracts() throws Exception {
        deployed("Sequential", "sequential", () -> {
            assertThat(server.post("Sequential", "<nonsense/>").body()).contains("soap:Client");
            assertThat(server.post("Sequential", EngineFixture.envelope("<other xmlns='urn:test:order'/>"))
                            .body())
                    .contains("soap:Client", "{urn:test:order}other");
        });
    }

    @Test
    final void shouldDeployAProcessOnce() throws Exception {
        String file = "sequential" + ending();
        assertThat(server.deploy("Twice", file).statusCode()).isEqualTo(201);
        assertThat(server.deploy("Twice", file).statusCode()).isEqualTo(409);
        assertThat(server.undeploy("Twice").statusCode()).isEqualTo(204);
        assertThat(server.undeploy("Twice").statusCode()).isEqualTo(404);
        assertThat(server.order("Twice", "a").statusCode()).isEqualTo(404);
        assertThat(server.deploy("Twice", file).statusCode()).isEqualTo(201);
        assertThat(server.order("Twice", "a").body()).contains(">15</sum>");
        assertThat(server.undeploy("Twice").statusCode()).isEqualTo(204);
    }

    @Test
    final void shouldEndACallThatLastsTooLong() throws Exception {
        try (EngineFixture impatient = engine(Map.of("--partner-timeout", "2000"))) {
            impatient.ready();
            assertThat(impatient.deploy("Sequential", "sequential" + ending()).statusCode())
                    .isEqualTo(201);

            HttpResponse<String> answer = impatient.order("Sequential", "held");

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains("soap:Server", "partner quote");
            impatient.awaitHeld(1);
            assertThat(impatient.calls().get("held")).containsExactly("1");
        }
    }

    @Test
    final void shouldAnswerOpenRequestsBeforeItEnds() throws Exception {
        try (EngineFixture other = engine(Map.of())) {
            other.ready();
            assertThat(other.deploy("Sequential", "sequential" + ending()).statusCode())
                    .isEqualTo(201);
            // Cold code could take longer than the seconds that an engine has for open requests.
            assertThat(other.order("Sequential", "warm").body()).contains(">15</sum>");
            CompletableFuture<HttpResponse<String>> open = sent(other, "Sequential", EngineFixture.HELD_AT_LAST);
            other.awaitHeld(1);

            other.askToStop();
            other.release();

            assertThat(open.get(WAIT_S, TimeUnit.SECONDS).body()).contains(">15</sum>");
            assertThat(other.end()).isZero();
        }
    }
}
