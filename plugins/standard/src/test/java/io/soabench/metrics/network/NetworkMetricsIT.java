package io.soabench.metrics.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.plugin.MetricSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server whose traffic is known to the byte. */
@Timeout(300)
class NetworkMetricsIT {

    /** The kernel tells of a connection's end a moment after it. */
    private static final int OBSERVATIONS = 3_000;

    private final MetricSource source = new NetworkMetrics();
    private final Map<String, String> reasons = new HashMap<>();
    private Process child;
    private PrintStream commands;
    private BufferedReader answers;

    private void start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "exec", Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                "io.soabench.metrics.network.KnownServer"));
        shell(String.join(" ", command));
    }

    private void shell(String command) throws IOException {
        child = new ProcessBuilder("sh", "-c", command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        commands = new PrintStream(child.getOutputStream(), true, StandardCharsets.US_ASCII);
        answers = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(answers.readLine()).isEqualTo("ready");
    }

    @AfterEach
    void stop() {
        child.descendants().forEach(ProcessHandle::destroyForcibly);
        child.destroyForcibly();
        source.close();
    }

    private int answer() throws IOException {
        return Integer.parseInt(answers.readLine());
    }

    private int tell(String command) throws IOException {
        commands.println(command);
        return answer();
    }

    private Map<String, Double> observe() {
        List<Long> pids = new ArrayList<>(List.of(child.pid()));
        child.descendants().forEach(each -> pids.add(each.pid()));
        Map<String, Double> values = new HashMap<>();
        source.observe(pids, new MetricSource.Sink() {
            @Override
            public void value(String metric, double value) {
                values.put(metric, value);
            }

            @Override
            public void unavailable(String metric, String reason) {
                reasons.put(metric, reason);
            }
        });
        return values;
    }

    /** Observes until the server has sent so much, or until it is clear that it never will have. */
    private Map<String, Double> observeUntilSent(double bytes) throws InterruptedException {
        Map<String, Double> values = observe();
        for (int i = 0; i < OBSERVATIONS && values.get("traffic-sent") < bytes; i++) {
            child.waitFor(20, TimeUnit.MILLISECONDS);
            values = observe();
        }
        return values;
    }

    private void expectExchange() throws IOException {
        int port = tell("listen");
        Map<String, Double> before = observe();
        assertThat(before).containsEntry("traffic", 0.0);
        try (Socket client = KnownServer.connect(port)) {
            tell("accept");
            commands.println("send 1234567");
            assertThat(KnownServer.receive(client, 1_234_567)).isEqualTo(1_234_567);
            assertThat(answer()).isEqualTo(1_234_567);
            KnownServer.send(client, 54_321);
            assertThat(tell("receive 54321")).isEqualTo(54_321);

            assertThat(observe())
                    .containsEntry("traffic-sent", 1_234_567.0)
                    .containsEntry("traffic-received", 54_321.0)
                    .containsEntry("traffic", 1_288_888.0);
        }
        assertThat(reasons).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Djava.net.preferIPv4Stack=true", "-Djava.net.preferIPv4Stack=false"})
    void shouldCountExactlyWhatAServerSendsAndReceives(String stack) throws IOException {
        start(stack);

        expectExchange();
    }

    @Test
    void shouldCountTheTrafficOfAChild() throws IOException {
        // Not the last command, so that the shell stays and has a child.
        shell(Path.of(System.getProperty("java.home"), "bin", "java") + " -cp "
                + Path.of("target", "test-classes").toAbsolutePath()
                + " io.soabench.metrics.network.KnownServer; true");
        assertThat(child.descendants()).hasSize(1);

        expectExchange();
    }

    @Test
    void shouldMissNoConnectionHoweverShort() throws IOException, InterruptedException {
        start();
        int port = tell("listen");
        observe();

        commands.println("serve 300 70 1000");
        for (int i = 0; i < 300; i++) {
            try (Socket client = KnownServer.connect(port)) {
                KnownServer.send(client, 70);
                assertThat(KnownServer.receive(client, 1001)).isEqualTo(1000);
            }
        }
        assertThat(answer()).isEqualTo(300);

        Map<String, Double> after = observeUntilSent(300_000);
        assertThat(after).containsEntry("traffic-sent", 300_000.0);
        assertThat(after.get("traffic-received")).isBetween(300 * 70.0, 300 * 71.0);
    }

    @Test
    void shouldCountConnectionsThatTheServerOpensItself() throws IOException, InterruptedException {
        start();
        try (ServerSocket partner = new ServerSocket(0, 500, InetAddress.getLoopbackAddress())) {
            int port = partner.getLocalPort();
            tell("connect " + port);
            try (Socket kept = partner.accept()) {
                tell("send 5000");
                KnownServer.receive(kept, 5000);
                assertThat(observeUntilSent(5000)).containsEntry("traffic-sent", 5000.0);

                commands.println("call " + port + " 40 250");
                for (int i = 0; i < 40; i++) {
                    try (Socket brief = partner.accept()) {
                        assertThat(KnownServer.receive(brief, 251)).isEqualTo(250);
                    }
                }
                assertThat(answer()).isEqualTo(40);

                assertThat(observeUntilSent(15_000)).containsEntry("traffic-sent", 15_000.0);
            }
        }
    }

    @Test
    void shouldCountOnWhenAClientHasHungUpAndTheServerHasNot() throws IOException, InterruptedException {
        start();
        int port = tell("listen");
        try (Socket client = KnownServer.connect(port)) {
            tell("accept");
            tell("send 100");
            KnownServer.receive(client, 100);
        }

        assertThat(observeUntilSent(100)).containsEntry("traffic-sent", 100.0);
        assertThat(reasons).isEmpty();
    }

    @Test
    void shouldSaySoWhenTheServerHasANetworkOfItsOwn() throws IOException {
        try {
            shell("unshare --net sh -c 'echo ready; read line'");
        } catch (AssertionError e) {
            Assumptions.abort("a network namespace cannot be made here (needs unshare and the privilege)");
        }

        assertThat(observe()).isEmpty();
        assertThat(reasons).containsOnlyKeys("traffic", "traffic-sent", "traffic-received");
        assertThat(reasons.get("traffic")).contains("network namespace");
    }

    @Test
    void shouldLeaveNoThreadWhenItIsClosed() throws IOException {
        start();
        observe();
        assertThat(collectors()).isEqualTo(1);

        source.close();

        assertThat(collectors()).isZero();
    }

    private static long collectors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("metrics-closed-sockets"))
                .count();
    }
}
