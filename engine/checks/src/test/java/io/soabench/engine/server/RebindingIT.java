package io.soabench.engine.server;

import static io.soabench.engine.server.EngineFixture.ASK;
import static io.soabench.engine.server.EngineFixture.RESPOND;
import static io.soabench.engine.server.EngineFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.Counter;
import io.soabench.engine.server.deploy.RefusedDeploymentException;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A partner that is gone is replaced by another one of the registry. A call must be sent only once nevertheless. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class RebindingIT {
    private StandInRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new StandInRegistry("urn:fixture:partner", "Partner");
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    /** Returns an address without a listener. */
    private static String nowhere() throws IOException {
        return "http://127.0.0.1:" + TestPorts.next() + "/partner";
    }

    private void deploy(EngineFixture fixture, String address) throws RefusedDeploymentException {
        deploy(fixture, "\"partners\":{\"partner\":\"" + address + "\"}", "partner");
    }

    private void deploy(EngineFixture fixture, String partners, String registered) throws RefusedDeploymentException {
        Map<String, byte[]> archive = fixture.archive("Asking", ASK + RESPOND);
        String descriptor = "{" + partners + (partners.isEmpty() ? "" : ",") + "\"registry\":{\"inquiry\":\""
                + registry.url() + "\",\"partners\":[\"" + registered + "\"]}}";
        archive.put("soabench-process.json", descriptor.getBytes(StandardCharsets.UTF_8));
        fixture.engine.deployer().deploy("Asking", archive);
    }

    private static String ask(EngineFixture fixture, String id) throws Exception {
        return fixture.post("Asking", request(id)).body();
    }

    @ParameterizedTest
    @EnumSource(
            value = SchedulingPolicy.class,
            names = {"AFFINE", "PIPELINE"})
    void shouldCallTheOneThatTheRegistryKnows(SchedulingPolicy policy) throws Exception {
        try (EngineFixture fixture = new EngineFixture(EngineFixture.CONFIGURATION.withThreads(policy, 2, 2, 2))) {
            String gone = nowhere();
            deploy(fixture, gone);
            registry.addresses.add(gone);
            registry.addresses.add(fixture.partner.url());

            assertThat(ask(fixture, "1")).contains(">a-1<");
            assertThat(ask(fixture, "2")).contains(">a-2<");

            assertThat(registry.questions).hasValue(1);
            assertThat(fixture.engine.counters().value(Counter.CALLS_REDIRECTED))
                    .isEqualTo(1);
            assertThat(fixture.engine.counters().value(Counter.CALLS_FAILED)).isZero();
        }
    }

    @Test
    void shouldAskNobodyWhileThePartnerAnswers() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            deploy(fixture, fixture.partner.url());

            assertThat(ask(fixture, "1")).contains(">a-1<");

            assertThat(registry.questions).hasValue(0);
        }
    }

    @Test
    void shouldAskFirstWhenNoAddressWasDeployed() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            deploy(fixture, "", "partner");
            registry.addresses.add(fixture.partner.url());

            assertThat(ask(fixture, "1")).contains(">a-1<");
            assertThat(ask(fixture, "2")).contains(">a-2<");

            assertThat(registry.questions).hasValue(1);
        }
    }

    @Test
    void shouldFailAndAskSeldomWhileTheRegistryKnowsNobodyElse() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            deploy(fixture, nowhere());

            long beginNs = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                assertThat(ask(fixture, "x")).contains("partnerFailure", "cannot be reached");
            }
            int seconds = (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNs);

            assertThat(registry.questions.get()).isBetween(1, 1 + seconds);
        }
    }

    @Test
    void shouldNotRepeatACallWhoseAnswerIsLostButSendTheNextOneElsewhere() throws Exception {
        try (EngineFixture fixture = new EngineFixture();
                RawPartner closing = new RawPartner("", true)) {
            deploy(fixture, "http://127.0.0.1:" + closing.port() + "/partner");
            registry.addresses.add(fixture.partner.url());

            assertThat(ask(fixture, "1")).contains("partnerFailure", "the connection");
            assertThat(closing.requests).hasValue(1);
            assertThat(fixture.partner.requests).isEmpty();
            long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            String next = ask(fixture, "2");
            while (!next.contains(">a-") && System.nanoTime() < endNs) {
                // The registry is asked beside the calls.
                next = ask(fixture, "2");
            }

            assertThat(next).contains(">a-2<");
        }
    }

    @Test
    void shouldFailAsBeforeWhenTheRegistryIsGoneToo() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            deploy(fixture, nowhere());
            registry.close();

            assertThat(ask(fixture, "1")).contains("partnerFailure", "cannot be reached");
        }
    }

    @Test
    void shouldLeaveAddressesThatTheProcessAssignsAlone() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            Map<String, byte[]> archive = fixture.archive(
                    "Asking",
                    "<assign><copy><from>'" + nowhere() + "'</from><to partnerLink=\"partner\"/></copy></assign>" + ASK
                            + RESPOND);
            archive.put(
                    "soabench-process.json",
                    ("{\"registry\":{\"inquiry\":\"" + registry.url() + "\",\"partners\":[\"partner\"]}}")
                            .getBytes(StandardCharsets.UTF_8));
            fixture.engine.deployer().deploy("Asking", archive);
            registry.addresses.add(fixture.partner.url());

            assertThat(ask(fixture, "1")).contains("partnerFailure", "cannot be reached");
            assertThat(registry.questions).hasValue(0);
        }
    }

    @Test
    void shouldRefuseARegistryThatCannotBeAsked() throws Exception {
        try (EngineFixture fixture = new EngineFixture()) {
            assertThatThrownBy(() -> deploy(fixture, "", "nobody"))
                    .isInstanceOf(RefusedDeploymentException.class)
                    .hasMessageContaining("there is no partner link 'nobody'");
            assertThatThrownBy(() -> deploy(fixture, "", "client"))
                    .isInstanceOf(RefusedDeploymentException.class)
                    .hasMessageContaining("'client' has no partner role");
        }
    }
}
