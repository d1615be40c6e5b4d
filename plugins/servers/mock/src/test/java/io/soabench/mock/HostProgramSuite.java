package io.soabench.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.plan.CsvTable;
import io.soabench.plan.HostClock;
import io.soabench.plan.ServerTrust;
import io.soabench.testing.SelfSignedCertificate;
import io.soabench.testing.TestPorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the program of every mock host must do, tried with child processes. */
@Tag("it")
@Timeout(300)
public abstract class HostProgramSuite {

    private static final Duration START_TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    protected Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();

    /** The class whose {@code main} is the program. */
    protected abstract Class<?> program();

    /** Makes a mock folder complete for the host under test. */
    protected void complete(Path mock) throws IOException {}

    /** Path of the services' addresses, e.g. {@code /services}. */
    protected abstract String base();

    @AfterEach
    void kill() {
        started.forEach(Process::destroyForcibly);
    }

    private Process run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                program().getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(folder.resolve("error.txt").toFile())
                .start();
        started.add(process);
        return process;
    }

    private Path stock(String... trace) throws IOException {
        Path stock = LoadedMockFixture.stock(folder, 1, List.of(trace));
        complete(stock);
        return stock;
    }

    private static void awaitReady(Process process) throws Exception {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> lines = CompletableFuture.supplyAsync(() -> {
                    try {
                        return List.of(out.readLine(), out.readLine());
                    } catch (IOException e) {
                        return List.of(e.toString());
                    }
                })
                .get(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        assertThat(lines.get(0)).matches("warmed in [1-9]\\d* ms by [1-9]\\d* requests to itself");
        assertThat(lines.subList(1, lines.size())).containsExactly("ready");
    }

    private String errors() throws IOException {
        return Files.readString(folder.resolve("error.txt"));
    }

    @Test
    void shouldAnswerWhatIsDueLogEverythingAndExitWithZeroWhenTerminated() throws Exception {
        int port = TestPorts.next();
        Path calls = folder.resolve("new/calls.csv");
        Process process =
                run("--port", "" + port, "--services", stock("a.1.1\t400000").toString(), "--calls", calls.toString());
        awaitReady(process);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + base() + "/stock-1"))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", "text/xml")
                .POST(BodyPublishers.ofString(LoadedMockFixture.quote("a.1.1")))
                .build();
        assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        List<CompletableFuture<HttpResponse<String>>> open = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            open.add(client.sendAsync(request, BodyHandlers.ofString()));
        }
        // The first answer shows that the host works on them.
        CompletableFuture.anyOf(open.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        HostClock clock = HostClock.system();
        long begunNs = clock.epochNanos();

        process.destroy();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(clock.epochNanos() - begunNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
        assertThat(process.exitValue()).as(errors()).isZero();
        long answered = open.stream()
                .filter(response -> response.handle((value, failure) -> failure == null && value.statusCode() == 200)
                        .join())
                .count();
        List<String> lines = Files.readAllLines(calls);
        assertThat(lines.get(0)).isEqualTo(CsvTable.CALLS.header());
        assertThat(lines.stream().filter(line -> line.endsWith(",OK")).count()).isGreaterThanOrEqualTo(1 + answered);
        assertThat(lines).hasSizeLessThanOrEqualTo(22);
        assertThat(errors()).isEmpty();
    }

    @Test
    void shouldSpeakTlsWithItsCertificateAndSayItsAddress() throws Exception {
        int port = TestPorts.next();
        SelfSignedCertificate own = new SelfSignedCertificate(folder, "ip:127.0.0.1");
        Process process = run(
                "--port",
                "" + port,
                "--services",
                stock("a.1.1\t1").toString(),
                "--calls",
                folder.resolve("calls.csv").toString(),
                "--tls-certificate",
                own.file().toString(),
                "--tls-key",
                own.keyFile().toString());
        awaitReady(process);
        String address = "https://127.0.0.1:" + port + base() + "/stock-1";
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "text/xml")
                .POST(BodyPublishers.ofString(LoadedMockFixture.quote("a.1.1")))
                .build();
        HttpClient trusting = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(ServerTrust.of(Files.readString(own.file())).context())
                .build();

        assertThat(trusting.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        assertThat(trusting.send(
                                HttpRequest.newBuilder(URI.create(address + "?wsdl"))
                                        .build(),
                                BodyHandlers.ofString())
                        .body())
                .contains("location=\"" + address + "\"");
        assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString())).isInstanceOf(SSLException.class);
        process.destroy();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(folder.resolve("calls.csv")))
                .hasSize(2)
                .last()
                .asString()
                .endsWith(",OK");
        assertThat(errors()).isEmpty();
    }

    @Test
    void shouldSayWhyAndExitWithTwoWhenItsKeyIsNone() throws Exception {
        SelfSignedCertificate own = new SelfSignedCertificate(folder, "ip:127.0.0.1");
        Process process = run(
                "--port",
                "" + TestPorts.next(),
                "--services",
                stock("a.1.1\t1").toString(),
                "--calls",
                folder.resolve("calls.csv").toString(),
                "--tls-certificate",
                own.file().toString(),
                "--tls-key",
                own.file().toString());

        assertThat(process.waitFor(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(errors())
                .startsWith("--tls-certificate " + own.file() + " with --tls-key " + own.file() + " cannot be used: ");
    }

    @Test
    void shouldSayWhyAndExitWithTwoWhenThePortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            Path calls = folder.resolve("calls.csv");

            Process process =
                    run("--port", "" + port, "--services", stock("a.1.1\t1").toString(), "--calls", calls.toString());

            assertThat(process.waitFor(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(process.exitValue()).isEqualTo(2);
            assertThat(errors().lines().toList())
                    .singleElement()
                    .asString()
                    .startsWith("cannot listen on 127.0.0.1:" + port + ": ")
                    .endsWith("; choose another --port or --host");
            assertThat(calls).doesNotExist();
        }
    }

    @Test
    void shouldNameAllProblemsAndExitWithTwoWhenFoldersAreWrong() throws Exception {
        Path stock = stock("a.1.1\t1 x2");
        Files.delete(stock.resolve("answers/quote.xml"));
        String missing = folder.resolve("missing").toString();

        Process process = run(
                "--port",
                "" + TestPorts.next(),
                "--services",
                stock + "," + missing,
                "--calls",
                folder.resolve("calls.csv").toString());

        assertThat(process.waitFor(START_TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(2);
        assertThat(errors().lines().toList())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).contains("behaviour.trace:3: \"x2\" is not a behaviour"))
                .anySatisfy(line -> assertThat(line).contains("quote.xml is missing"))
                .anySatisfy(line -> assertThat(line).startsWith(missing + " is not a folder"));
        assertThat(folder.resolve("calls.csv")).doesNotExist();
    }
}
