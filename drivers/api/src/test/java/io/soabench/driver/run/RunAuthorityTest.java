package io.soabench.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.soabench.plan.HostClock;
import io.soabench.plan.HostPlan;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.Plan;
import io.soabench.plan.ServerIdentity;
import io.soabench.plan.ServerPlan;
import io.soabench.plan.ServerTrust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The certificates of a run: clients trust its servers at their addresses, and nobody else. */
@Timeout(120)
final class RunAuthorityTest {

    @TempDir
    private static Path folder;

    private static RunAuthority authority;
    private static RunAuthority other;

    private static ServerPlan server(String name, String type, String host, boolean tls) {
        return new ServerPlan(
                name, type, host, Map.of(ServerPlan.TLS, Boolean.toString(tls)), Map.of("http", 0), List.of());
    }

    private static HostPlan host(String name, String address) {
        return new HostPlan(name, address, false, Map.of(), "/t", "", Map.of());
    }

    private static Plan plan(ServerPlan... servers) {
        return Plan.of(new ModelOrigin("m", "", 0, "", ""))
                .withHosts(List.of(host("here", "127.0.0.1"), host("lab", "lab.example"), host("six", "fd00::7")))
                .withServers(List.of(servers));
    }

    @BeforeAll
    static void makeAuthorities() {
        authority = RunAuthority.of(
                plan(server("engine", "reference", "here", true), server("away", "lean", "lab", true)),
                folder.resolve("work/authority"));
        other = RunAuthority.of(plan(server("engine", "reference", "here", true)), folder.resolve("other"));
    }

    /** A use of a server at its address. */
    private interface Use<T> {
        T of(URI address) throws Exception;
    }

    /** Uses a server that shows a certificate, at its loopback address. */
    private static <T> T with(ServerIdentity shown, Use<T> use) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(shown.context()));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            return use.of(URI.create("https://127.0.0.1:" + server.getAddress().getPort()));
        } finally {
            server.stop(0);
        }
    }

    private static int call(ServerIdentity shown, String trusted) throws Exception {
        return with(shown, address -> HttpClient.newBuilder()
                .sslContext(ServerTrust.of(trusted).context())
                .build()
                .send(
                        HttpRequest.newBuilder(address)
                                .timeout(Duration.ofSeconds(20))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode());
    }

    private static ServerIdentity of(RunAuthority made, String server) {
        return made.identity(server).orElseThrow();
    }

    @Test
    void shouldLetClientsTrustAServerAtItsAddress() throws Exception {
        assertThat(call(of(authority, "engine"), authority.certificate())).isEqualTo(204);
    }

    @Test
    void shouldLetNoClientTrustAServerOfAnotherRun() {
        assertThatThrownBy(() -> call(of(other, "engine"), authority.certificate()))
                .isInstanceOf(SSLHandshakeException.class);
    }

    @Test
    void shouldLetNoClientTrustACertificateOfAnotherAddress() {
        assertThatThrownBy(() -> call(of(authority, "away"), authority.certificate()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1");
    }

    @Test
    void shouldLetRoundTripsBeMeasuredWithinTls() throws Exception {
        HostClock clock = HostClock.system();

        List<Long> trusted =
                with(of(authority, "engine"), address -> RoundTrips.times(address, authority.certificate(), clock));
        List<Long> strange =
                with(of(other, "engine"), address -> RoundTrips.times(address, authority.certificate(), clock));

        assertThat(trusted).hasSizeGreaterThanOrEqualTo(RoundTrips.LEAST_EXCHANGES);
        assertThat(strange).isEmpty();
    }

    @Test
    void shouldLeaveNoFile() {
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void shouldShowNoKeyInATextForPeople() {
        ServerIdentity engine = of(authority, "engine");

        assertThat(engine.key()).contains("PRIVATE KEY");
        assertThat(engine).hasToString("ServerIdentity[made]");
        assertThat(ServerIdentity.UNMADE).hasToString("ServerIdentity[not made]");
    }

    @Test
    void shouldNameTheHostOfAServerAndThoseOfRelays() {
        ServerPlan engine = server("engine", "reference", "lab", true);

        assertThat(RunAuthority.names(plan(engine), engine)).isEqualTo("dns:lab.example");
        assertThat(RunAuthority.names(plan(engine, server("relay.a", ServerPlan.RELAY, "six", false)), engine))
                .isEqualTo("dns:lab.example,ip:fd00::7");
    }

    @Test
    void shouldMakeNothingWhereNoServerSpeaksTls() {
        RunAuthority none = RunAuthority.of(plan(server("engine", "reference", "here", false)), folder.resolve("none"));

        assertThat(none.certificate()).isEmpty();
        assertThat(none.identity("engine")).isEmpty();
    }
}
