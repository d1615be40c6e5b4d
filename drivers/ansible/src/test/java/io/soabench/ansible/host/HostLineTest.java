package io.soabench.ansible.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import io.soabench.driver.run.Bell;
import io.soabench.driver.run.RoundTrips;
import io.soabench.plan.HostClock;
import io.soabench.plan.Plan;
import io.soabench.plugin.Lifecycle.HttpAction;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The far end is the real script, run by this machine's Python without SSH. */
@Timeout(60)
class HostLineTest {

    private static final Plan.HostPlan HERE = new Plan.HostPlan("here", "127.0.0.1", true, Map.of(), "", "", Map.of());

    @TempDir
    Path folder;

    private final Bell bell = new Bell();
    private final BlockingQueue<Session> sessions = new LinkedBlockingQueue<>();
    private HostLine line;
    private Process client;
    private Path output;

    @BeforeEach
    void make() throws IOException {
        assumeThat(List.of(Path.of("/usr/bin/python3"), Path.of("/usr/local/bin/python3")))
                .as("python3 is needed")
                .anyMatch(Files::isExecutable);
        client = new ProcessBuilder("sleep", "100").start();
        output = folder.resolve("run/out/logs/load-here/stdout.log");
        Files.createDirectories(output.getParent());
        Files.writeString(output, "");
        Files.writeString(folder.resolve("run/load-here.pid"), "{\"pid\": " + client.pid() + ", \"keeper\": 1}");
        line = new HostLine(
                "here",
                () -> {
                    Session session = SshSession.open(HERE, SshSession.line(folder.toString()), List.of());
                    sessions.add(session);
                    return session;
                },
                HostClock.system(),
                bell);
        line.start();
    }

    @AfterEach
    void end() {
        if (line != null) {
            line.close();
        }
        if (client != null) {
            client.destroyForcibly();
        }
    }

    private void print(String text) throws IOException {
        Files.writeString(output, text, StandardOpenOption.APPEND);
    }

    private BufferedReader follow() {
        return new BufferedReader(new InputStreamReader(line.follow("load-here"), StandardCharsets.UTF_8));
    }

    @Test
    void shouldLoseNoLineWhenTheConnectionBreaks() throws Exception {
        print("ready\npart of");
        BufferedReader lines = follow();
        assertThat(lines.readLine()).isEqualTo("ready");

        sessions.take().close();
        print(" a line\n\nprogress {\"ü\":1}\n");
        assertThat(lines.readLine()).isEqualTo("part of a line");
        assertThat(lines.readLine()).isEmpty();
        assertThat(lines.readLine()).isEqualTo("progress {\"ü\":1}");

        sessions.take().close();
        print("done\n");
        assertThat(lines.readLine()).isEqualTo("done");
        assertThat(line.breaks()).isEqualTo(2);
        assertThat(line.ended("load-here")).isEmpty();

        Files.writeString(folder.resolve("run/load-here.exit"), "0\n");
        assertThat(lines.readLine()).isNull();
        assertThat(line.ended("load-here")).hasValue(0);
    }

    @Test
    void shouldHearWhoEndedWhileTheConnectionWasBroken() throws Exception {
        line.watch("load-here");
        print("not asked for\n");

        sessions.take().close();
        Files.writeString(folder.resolve("run/load-here.exit"), "137\n");

        while (line.ended("load-here").isEmpty()) {
            bell.await(1000);
        }
        assertThat(line.ended("load-here")).hasValue(137);
    }

    @Test
    void shouldNoticeAProcessThatVanishedWithItsKeeper() throws Exception {
        line.watch("load-here");
        client.destroyForcibly().waitFor();

        while (line.ended("load-here").isEmpty()) {
            bell.await(1000);
        }
        assertThat(line.ended("load-here")).hasValue(-1);
    }

    @Test
    void shouldTellTheTimeOfTheHost() {
        var reading = line.clock().orElseThrow();

        // One clock, so the offset is 0 but for the distance of this JVM's monotonic clock, and what it has drifted.
        assertThat(Math.abs(reading.offsetNs())).isLessThan(reading.errorNs() + 50_000_000);
        assertThat(reading.errorNs()).isPositive();
    }

    @Test
    void shouldTellALoadClientWhenToBegin() throws Exception {
        Path pipe = folder.resolve("run/load-here.in");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process reader = new ProcessBuilder("sh", "-c", "exec head -n 1 < \"$0\"", pipe.toString()).start();

        assertThat(told("start 1795303796269653434")).isEmpty();
        assertThat(new String(reader.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                .isEqualTo("start 1795303796269653434\n");
        reader.waitFor();

        assertThat(line.tell("load-here", "measure 1")).contains("No such device or address");
        assertThat(line.tell("nobody", "start 1")).contains("No such file or directory");
    }

    /** What is said to a client that comes up at the moment. */
    private String told(String words) throws InterruptedException {
        String problem = line.tell("load-here", words);
        for (int i = 0; i < 500 && problem.contains("No such device or address"); i++) {
            bell.await(10);
            problem = line.tell("load-here", words);
        }
        return problem;
    }

    @Test
    void shouldTellProcessorTimesAndWhatMayChange() {
        assertThat(line.cpuMs("load-here")).isBetween(0L, 1000L);
        assertThat(line.cpuMs("nobody")).isEqualTo(-1);
        var fingerprint = line.fingerprint().orElseThrow();
        assertThat(fingerprint.boot()).matches("[0-9a-f-]{36}");
        assertThat(fingerprint.availableBytes()).isPositive();
        assertThat(fingerprint.changesTo(line.fingerprint().orElseThrow())).isEmpty();
    }

    @Test
    void shouldPassTheScriptAsOneWordOfAShell() {
        Plan.HostPlan far = new Plan.HostPlan(
                "far",
                "10.0.0.9",
                false,
                Map.of("user", "u", "port", "2200", "key", "/k", "jump", "j@gate"),
                "",
                "",
                Map.of());

        List<String> command =
                SshSession.command(far, SshSession.line("/srv/it's"), List.of("-o", "UserKnownHostsFile=/h"));

        assertThat(command.get(0)).isEqualTo("ssh");
        assertThat(command)
                .containsSubsequence(
                        "BatchMode=yes",
                        "-o",
                        "UserKnownHostsFile=/h",
                        "-p",
                        "2200",
                        "-l",
                        "u",
                        "-i",
                        "/k",
                        "-J",
                        "j@gate",
                        "--",
                        "10.0.0.9");
        assertThat(command.get(command.size() - 1))
                .startsWith("exec python3 -u -c '")
                .endsWith(" '/srv/it'\\''s'");
    }

    @Test
    void shouldSignalAProcessAndWhatItStarted() throws Exception {
        Process family = new ProcessBuilder("sh", "-c", "sleep 100 & wait").start();
        try {
            Files.writeString(folder.resolve("run/server.pid"), "{\"pid\": " + family.pid() + ", \"keeper\": 1}");
            while (family.descendants().count() == 0) {
                Thread.onSpinWait();
            }
            ProcessHandle child = family.descendants().findFirst().orElseThrow();

            assertThat(line.signal("server", "TERM")).isEmpty();

            assertThat(family.waitFor()).isEqualTo(143);
            child.onExit().get();
            assertThat(line.signal("server", "TERM")).isEqualTo("it does not run");
            assertThat(line.signal("load-here", "NONSENSE")).isEqualTo("there is no such signal");
        } finally {
            family.descendants().forEach(ProcessHandle::destroyForcibly);
            family.destroyForcibly();
        }
    }

    @Test
    void shouldLetTheHostSendARequest() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            byte[] answer = (exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                            + exchange.getRequestHeaders().getFirst("Content-Type") + " "
                            + new String(body, StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(503, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        String base = "http://127.0.0.1:" + server.getAddress().getPort();
        HostLine.Answered answered;
        try {
            answered =
                    line.send(new HttpAction("PUT", base + "/a?b=c", "text/plain", "text:grüße", List.of(200), 5_000));
        } finally {
            server.stop(0);
        }
        HostLine.Answered refused = line.send(new HttpAction("GET", base + "/", "", "", List.of(200), 5_000));

        assertThat(answered).isEqualTo(new HostLine.Answered(503, "PUT /a?b=c text/plain grüße", ""));
        assertThat(refused.status()).isZero();
        assertThat(refused.problem()).startsWith("ConnectionRefusedError (");
    }

    @Test
    void shouldMeasureRoundTripsFromTheHost() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
        String address = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            assertThat(line.roundTrips(address)).hasSize(RoundTrips.EXCHANGES).allMatch(ns -> ns > 0);
        } finally {
            server.stop(0);
        }
        assertThat(line.roundTrips(address)).isEmpty();
    }
}
