package io.soabench.engine.server;

import static io.soabench.engine.server.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.engine.runtime.kernel.SystemEngineClock;
import io.soabench.engine.server.replica.ReplicaKind;
import io.soabench.engine.server.replica.ReplicaSettings;
import io.soabench.engine.server.tls.TlsSettings;
import io.soabench.testing.TestPorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS of an engine of several processes, and of a durable engine that starts again. */
@Tag("it")
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class TlsReplicaIT {
    @TempDir
    private Path folder;

    private TestAuthority authority;
    private TestAuthority.Issued own;
    private SSLContext context;

    @BeforeEach
    void issue() throws Exception {
        authority = new TestAuthority(folder);
        own = authority.issue("own", "ip:127.0.0.1");
        context = authority.context(own, "own");
    }

    private TlsSettings settings() {
        return new TlsSettings(own.certificate(), own.key(), true, authority.trust(), null, null);
    }

    /** Returns a client with connections of its own, so that the operating system chooses a replica for it. */
    private HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build();
    }

    private HttpResponse<String> send(String method, String address, HttpRequest.BodyPublisher body) throws Exception {
        return client().send(
                        HttpRequest.newBuilder(URI.create(address))
                                .timeout(Duration.ofSeconds(60))
                                .header("Content-Type", "text/xml; charset=utf-8")
                                .method(method, body)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void shouldServeByEachReplicaThatIsAProcess() throws Exception {
        EngineConfiguration configuration = EngineFixture.CONFIGURATION
                .but()
                .replicas(ReplicaSettings.DEFAULT.with(2, ReplicaKind.PROCESSES))
                .tls(settings())
                .build();
        try (CountingPartner partner = new CountingPartner(context);
                ReplicatedEngine engine =
                        ReplicatedEngine.start(configuration, Engine.plan(configuration), new SystemEngineClock())) {
            String admin = "https://127.0.0.1:" + engine.adminPort();
            HttpResponse<String> deployed = send(
                    "PUT",
                    admin + "/deployments/OneWay",
                    HttpRequest.BodyPublishers.ofByteArray(
                            EngineFixture.zip(DurableProcess.oneWay("OneWay", partner.url()))));
            assertThat(deployed.statusCode()).as(deployed.body()).isEqualTo(201);
            assertThat(deployed.body()).contains("\"" + engine.url() + "/processes/OneWay\"");
            for (int i = 0; i < 12; i++) {
                assertThat(hint(engine.url(), "h" + i)).isEqualTo(202);
                assertThat(note(engine.url(), "h" + i)).isEqualTo(200);
            }
            String replicas = send("GET", admin + "/replicas", HttpRequest.BodyPublishers.noBody())
                    .body();
            assertThat(replicas).contains("\"id\" : 2");
            assertThat(partner.received(36)).isTrue();
        }
    }

    private int hint(String engine, String id) throws Exception {
        return post(engine, TalkProcess.message("hint", id, "text"));
    }

    private int note(String engine, String id) throws Exception {
        return post(engine, TalkProcess.message("note", id, "text"));
    }

    private int post(String engine, String message) throws Exception {
        return send(
                        "POST",
                        engine + "/processes/OneWay",
                        HttpRequest.BodyPublishers.ofString(ScriptedPartner.envelope(message)))
                .statusCode();
    }

    @Test
    void shouldReportAWrongFileOnceWhenReplicasAreProcesses() throws Exception {
        Path wrong = Files.writeString(folder.resolve("wrong.pem"), "nothing");
        EngineConfiguration configuration = EngineFixture.CONFIGURATION
                .but()
                .replicas(ReplicaSettings.DEFAULT.with(2, ReplicaKind.PROCESSES))
                .tls(new TlsSettings(null, null, false, wrong, null, null))
                .build();
        assertThatThrownBy(
                        () -> ReplicatedEngine.start(configuration, Engine.plan(configuration), new SystemEngineClock())
                                .close())
                .isInstanceOf(EngineStartException.class)
                .hasMessageStartingWith("partner-trust=" + wrong + " has no certificate");
    }

    private EngineProcess process() throws IOException {
        List<String> options = List.of(
                "--tls-certificate",
                own.certificate().toString(),
                "--tls-key",
                own.key().toString(),
                "--admin-tls");
        return EngineProcess.start(Files.createDirectories(folder.resolve("none")), "64m", options, Map.of());
    }

    @Test
    void shouldSayHttpsWhenItIsReady() throws Exception {
        try (EngineProcess engine = process()) {
            List<URI> ready = engine.ready();
            assertThat(ready).extracting(URI::getScheme).containsExactly("https", "https");
            assertThat(send("GET", ready.get(1) + "/health", HttpRequest.BodyPublishers.noBody())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    /** In a process of its own, since Java reads the setting once. */
    @Test
    void shouldRefuseRenegotiation() throws Exception {
        try (EngineProcess engine = process();
                SSLSocket socket = (SSLSocket) context.getSocketFactory()
                        .createSocket("127.0.0.1", engine.ready().get(0).getPort())) {
            socket.setSoTimeout(60_000);
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            assertThatThrownBy(() -> {
                        socket.startHandshake();
                        socket.getInputStream().read();
                    })
                    .isInstanceOf(SSLException.class);
        }
    }

    @Test
    void shouldRepeatInterruptedCallsOfHttpsPartnersWithTheSameKey() throws Exception {
        EngineConfiguration configuration = EngineFixture.CONFIGURATION
                .but()
                .port(TestPorts.next())
                .durable(folder.resolve("state"))
                .tls(settings())
                .build();
        try (CountingPartner partner = new CountingPartner(context)) {
            partner.hold(true);
            try (Engine first = Engine.start(configuration, new SystemEngineClock())) {
                first.deployer().deploy("OneWay", DurableProcess.oneWay("OneWay", partner.url()));
                assertThat(hint(first.url(), "a")).isEqualTo(202);
                assertThat(partner.received(1)).isTrue();
            }
            partner.nextLife();
            partner.hold(false);
            try (Engine second = Engine.start(configuration, new SystemEngineClock())) {
                awaitReceive(second);
                assertThat(note(second.url(), "a")).isEqualTo(200);
                assertThat(partner.received(4)).isTrue();
                List<CountingPartner.Call> calls = partner.calls();
                assertThat(calls).extracting(CountingPartner.Call::step).containsExactly(1, 1, 2, 3);
                assertThat(calls.get(1).key())
                        .startsWith("\"urn:soabench:")
                        .isEqualTo(calls.get(0).key());
            }
        }
    }

    private void awaitReceive(Engine engine) throws Exception {
        String admin = "https://127.0.0.1:" + engine.adminPort() + "/instances";
        await("an instance that waits for a message", () -> {
            Matcher id = Pattern.compile("\"id\"\\s*:\\s*(\\d+)")
                    .matcher(send("GET", admin, HttpRequest.BodyPublishers.noBody())
                            .body());
            return id.find()
                    && send("GET", admin + "/" + id.group(1), HttpRequest.BodyPublishers.noBody())
                            .body()
                            .contains("receive");
        });
    }
}
