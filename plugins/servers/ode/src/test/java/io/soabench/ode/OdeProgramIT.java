package io.soabench.ode;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plan.HostClock;
import io.soabench.plugin.ProcessSource;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** ODE as a child process, with the data of the server type and two partners. */
@Tag("it")
@Timeout(600)
class OdeProgramIT {

    private static final int CLIENTS = 30;
    private static final long MESSAGE_TIMEOUT_MS = 20_000;

    @TempDir
    Path folder;

    private final HostClock clock = HostClock.system();
    private Partner first;
    private Partner second;

    @BeforeEach
    void openPartners() throws IOException {
        first = new Partner("1.5");
        second = new Partner("0.5");
    }

    @AfterEach
    void closePartners() {
        first.close();
        second.close();
    }

    private ProcessSource process() throws IOException {
        return ProcessFixture.in(Files.createTempDirectory(folder, "source"), first.address(), second.address());
    }

    private ProcessSource wrongProcess() throws IOException {
        ProcessSource process = process();
        Path bpel = process.documents().get("bpel/exchange.bpel");
        Files.writeString(
                bpel, Files.readString(bpel).replace("<invoke partnerLink=\"first\"", "<invoke partnerLink=\"third\""));
        return process;
    }

    private OdeFixture ode(String persistence, String settings, long messageTimeoutMs) throws Exception {
        Map<String, String> parameters = Map.of(
                "persistence", persistence, "settings", settings, "message-timeout", Long.toString(messageTimeoutMs));
        OdeFixture ode = new OdeFixture(folder, TestPorts.next(), parameters);
        ode.awaitReady();
        return ode;
    }

    @Test
    void shouldRunAProcessInMemoryAndRefuseAWrongOne() throws Exception {
        try (OdeFixture ode = ode("memory", "tuned", 0)) {
            HttpResponse<String> refused = ode.deploy(wrongProcess());
            assertThat(refused.statusCode()).isEqualTo(422);
            assertThat(refused.body()).contains("UndeclaredPartnerLink", "\"third\"");
            assertThat(ode.deployed()).isFalse();

            assertThat(ode.deploy(process()).statusCode()).isEqualTo(201);
            assertThat(ode.deployed()).isTrue();
            assertThat(ode.descriptors()).singleElement().asString().contains("<dd:in-memory>true<");

            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 1; i <= CLIENTS; i++) {
                answers.add(ode.convert("c" + i, i));
            }
            for (int i = 1; i <= CLIENTS; i++) {
                HttpResponse<String> answer = answers.get(i - 1).get(60, TimeUnit.SECONDS);
                assertThat(answer.body()).contains(">c" + i + "<").containsPattern(">" + 2 * i + "(\\.0*)?</");
                assertThat(answer.statusCode()).isEqualTo(200);
            }
            assertThat(first.calls()).isEqualTo(CLIENTS);
            assertThat(second.calls()).isEqualTo(CLIENTS);

            // With faultOnFailure: an answer at once, not after the message time-out of 30 s.
            second.close();
            HttpResponse<String> failed = ode.convert("lost", 1).get(20, TimeUnit.SECONDS);
            assertThat(failed.statusCode()).isEqualTo(500);

            assertThat(ode.undeploy().statusCode()).isEqualTo(204);
            assertThat(ode.deployed()).isFalse();
            assertThat(ode.undeploy().statusCode()).isEqualTo(404);

            assertThat(ode.stop()).isTrue();
            assertThat(ode.process().exitValue()).isZero();
            assertThat(ode.log("ode.log")).contains("ODE Service Engine has been started");
            assertThat(ode.log("tomcat.log")).contains("Apache Tomcat/9");
            assertThat(ode.errors()).isEmpty();
        }
    }

    /**
     * Why the server type says {@link io.soabench.plugin.Lifecycle.Calling#LINK}: where an answer goes and to what it relates is in the
     * header of the request, and ODE reads neither.
     */
    @Test
    void shouldCallTheAddressOfThePartnerLinkWhateverARequestSays() throws Exception {
        try (OdeFixture ode = ode("memory", "tuned", 0)) {
            ProcessSource process =
                    ProcessFixture.callingBack(Files.createTempDirectory(folder, "source"), first.address());
            assertThat(ode.deploy(process).statusCode()).isEqualTo(201);

            assertThat(ode.ask("q1", second.address()).statusCode()).isBetween(200, 202);

            assertThat(first.awaitCalls(1)).isTrue();
            assertThat(first.last()).contains(">q1<").doesNotContain("RelatesTo");
            assertThat(second.calls()).as("calls of who was named by ReplyTo").isZero();
        }
    }

    /** ODE names a fault by the document that holds the partner's service. */
    @Test
    void shouldCatchTheFaultThatAPartnerDeclares() throws Exception {
        try (OdeFixture ode = ode("memory", "tuned", 0)) {
            assertThat(ode.deploy(process()).statusCode()).isEqualTo(201);
            second.fail();

            HttpResponse<String> answer = ode.convert("caught", 2).get(60, TimeUnit.SECONDS);

            // 2 * (1.5 + the 100 of the handler)
            assertThat(answer.body()).contains(">caught<").containsPattern(">203(\\.0*)?</");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldReplaceAProcessTakeItAwayAndDeployItAgain() throws Exception {
        Partner other = new Partner("2.5");
        try (OdeFixture ode = ode("memory", "tuned", 0)) {
            assertThat(ode.deploy(process()).statusCode()).isEqualTo(201);
            assertThat(answer(ode, "a")).containsPattern(">2(\\.0*)?</");

            ProcessSource version =
                    ProcessFixture.in(Files.createTempDirectory(folder, "version"), first.address(), other.address());
            assertThat(ode.deploy(version).statusCode()).isEqualTo(201);
            assertThat(answer(ode, "b")).as("the second version").containsPattern(">4(\\.0*)?</");

            assertThat(ode.undeploy().statusCode()).isEqualTo(204);
            assertThat(ode.deployed()).as("the first is not there again").isFalse();
            assertThat(ode.convert("c", 1).get(20, TimeUnit.SECONDS).statusCode())
                    .as("a request to nobody is refused, and does not hang")
                    .isEqualTo(500);

            assertThat(ode.deploy(process()).statusCode()).isEqualTo(201);
            assertThat(answer(ode, "d")).containsPattern(">2(\\.0*)?</");
        } finally {
            other.close();
        }
    }

    private static String answer(OdeFixture ode, String id) throws Exception {
        return ode.convert(id, 1).get(60, TimeUnit.SECONDS).body();
    }

    @Test
    void shouldRunAProcessPersistentlyAndEndWhenStockSettingsLetRequestsHang() throws Exception {
        try (OdeFixture ode = ode("derby", "stock", MESSAGE_TIMEOUT_MS)) {
            assertThat(ode.deploy(process()).statusCode()).isEqualTo(201);
            assertThat(ode.descriptors()).singleElement().asString().contains("<dd:in-memory>false<");

            HttpResponse<String> answer = ode.convert("a", 21).get(60, TimeUnit.SECONDS);

            assertThat(answer.body()).contains(">a<").containsPattern(">42(\\.0*)?</");
            assertThat(first.awaitCalls(1)).isTrue();

            // The activity waits to be recovered: a fault only when the message time-out is over.
            second.close();
            long begunNs = clock.epochNanos();
            HttpResponse<String> failed = ode.convert("lost", 1).get(60, TimeUnit.SECONDS);
            assertThat(failed.statusCode()).isEqualTo(500);
            assertThat(Duration.ofNanos(clock.epochNanos() - begunNs))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(MESSAGE_TIMEOUT_MS));
            assertThat(ode.log("ode.log")).contains("ActivityRecovery: Registering activity");

            // One that hangs still keeps neither the undeployment nor the end waiting.
            assertThat(first.awaitCalls(1)).isTrue();
            CompletableFuture<HttpResponse<String>> hanging = ode.convert("open", 1);
            assertThat(first.awaitCalls(1)).isTrue();
            assertThat(hanging).isNotDone();
            assertThat(ode.undeploy().statusCode()).isEqualTo(204);
            assertThat(ode.stop()).isTrue();
        }
    }

    @Test
    void shouldSayWhyInOneSentenceWhenThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                OdeFixture ode = new OdeFixture(
                        folder, taken.getLocalPort(), Map.of("persistence", "memory", "settings", "stock"))) {
            assertThat(ode.process().waitFor(120, TimeUnit.SECONDS)).isTrue();

            assertThat(ode.process().exitValue()).isEqualTo(2);
            assertThat(ode.errors().lines().toList())
                    .singleElement()
                    .asString()
                    .startsWith("cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ")
                    .endsWith("; choose another --port or --host");
        }
    }
}
