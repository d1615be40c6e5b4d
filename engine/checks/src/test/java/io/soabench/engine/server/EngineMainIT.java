package io.soabench.engine.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine as a child process: start, answers, stop, and messages when it cannot start. */
@Tag("it")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class EngineMainIT {
    private static final String PROCESS = EngineFixture.ASK + EngineFixture.RESPOND;

    @TempDir
    private Path folder;

    private static Process engine(String... arguments) throws IOException {
        return engine(List.of(), arguments);
    }

    private static Process engine(List<String> ofJava, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path")));
        command.addAll(ofJava);
        command.add(EngineMain.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String untilReady(BufferedReader output) throws IOException {
        StringBuilder all = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            all.append(line).append('\n');
            if (line.startsWith("ready ")) {
                return all.toString();
            }
        }
        throw new AssertionError("not ready:\n" + all);
    }

    private static String readyLine(BufferedReader output) throws IOException {
        return untilReady(output).lines().reduce((first, second) -> second).orElseThrow();
    }

    @Test
    void shouldAnswerAndStopCleanlyWhenStartedWithFolder() throws Exception {
        try (ScriptedPartner partner = new ScriptedPartner()) {
            EngineFixture.writePlain(folder.resolve("plain"), PROCESS, partner.url());
            Process process = engine("--port", "0", "--admin-port", "0", "--deploy", folder.toString());
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                String ready = readyLine(output);
                String services = ready.replaceAll(".*services=(\\S+).*", "$1");
                HttpResponse<String> answer = HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create(services + "/Plain"))
                                        .POST(HttpRequest.BodyPublishers.ofString(EngineFixture.request("x")))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString());
                assertThat(answer.body()).contains(">a-x<");
                process.toHandle().destroy();
                assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    @Test
    void shouldStopWhenAdminAsks() throws Exception {
        Process process = engine("--port", "0", "--admin-port", "0");
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            String admin = readyLine(output).replaceAll(".*admin=(\\S+).*", "$1");
            HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(admin + "/shutdown"))
                                    .POST(HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<ProcessHandle> replicas(Process process) {
        List<ProcessHandle> replicas = process.children().toList();
        assertThat(replicas).hasSize(2);
        return replicas;
    }

    private static void assertEnded(List<ProcessHandle> replicas) throws Exception {
        for (ProcessHandle replica : replicas) {
            replica.onExit().get(120, TimeUnit.SECONDS);
        }
    }

    private static final String[] PROCESSES = {
        "--port", "0", "--admin-port", "0", "--replicas", "2", "--replica-kind", "processes"
    };

    @Test
    void shouldEndAllReplicasOnSigterm() throws Exception {
        Process process = engine(PROCESSES);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            readyLine(output);
            List<ProcessHandle> replicas = replicas(process);

            process.toHandle().destroy();

            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertEnded(replicas);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldLeaveNoReplicaBehindWhenKilled() throws Exception {
        Process process = engine(PROCESSES);
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            readyLine(output);
            List<ProcessHandle> replicas = replicas(process);

            process.destroyForcibly();

            assertEnded(replicas);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldNameProblemsOfReplicasThatAreProcesses() throws Exception {
        Path target = Files.createDirectories(folder.resolve("bad"));
        Files.writeString(target.resolve("bad.bpel"), "<process");
        List<String> options = new ArrayList<>(List.of(PROCESSES));
        options.addAll(List.of("--deploy", folder.toString()));

        String output = assertRefused("\n  bad: bad.bpel", options.toArray(new String[0]));

        assertThat(output.lines().filter(line -> line.startsWith("  "))).hasSize(1);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    "port=" + taken.getLocalPort() + " cannot be used",
                    "--port",
                    Integer.toString(taken.getLocalPort()),
                    "--admin-port",
                    "0",
                    "--replicas",
                    "2",
                    "--replica-kind",
                    "processes");
        }
    }

    @Test
    void shouldSaySentenceAndExitWithTwoWhenPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    "port=" + taken.getLocalPort() + " cannot be used",
                    "--port",
                    Integer.toString(taken.getLocalPort()),
                    "--admin-port",
                    "0");
            assertRefused(
                    "admin-port=" + taken.getLocalPort() + " cannot be used",
                    "--port",
                    "0",
                    "--admin-port",
                    Integer.toString(taken.getLocalPort()));
        }
    }

    /** The switch of Netty by which its native library is not loaded, as on a system without one. */
    private static final String NO_LIBRARY = "-Dio.netty.transport.noNative=true";

    @Test
    void shouldSayWhyATransportCannotBeHad() throws Exception {
        Process refused = engine(List.of(NO_LIBRARY), "--port", "0", "--admin-port", "0", "--transport", "io_uring");
        try (BufferedReader output = refused.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.lines().toList())
                    .singleElement()
                    .asString()
                    .startsWith("soabench-engine: transport=io_uring is not available on this machine: ")
                    .contains(NO_LIBRARY)
                    .endsWith("; use --transport nio, or auto");
            assertThat(refused.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(refused.exitValue()).isEqualTo(2);
        } finally {
            refused.destroyForcibly();
        }
    }

    @Test
    void shouldExplainWhichTransportIsUsed() throws Exception {
        Process explaining = engine(List.of(NO_LIBRARY), "--transport", "auto", "--explain");
        try (BufferedReader output = explaining.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.lines().findFirst().orElseThrow())
                    .startsWith("--transport auto: nio, since io_uring is not available on this machine: ")
                    .contains(NO_LIBRARY);
        } finally {
            explaining.destroyForcibly();
        }
    }

    @Test
    void shouldSaySentenceAndExitWithTwoWhenOptionIsWrong() throws Exception {
        assertRefused("max-instances=0 is below 1", "--max-instances", "0");
        assertRefused("is no folder", "--deploy", folder.resolve("missing").toString());
    }

    @Test
    void shouldNameProblemsAndExitWithTwoWhenProcessIsWrong() throws Exception {
        Path target = Files.createDirectories(folder.resolve("bad"));
        Files.writeString(target.resolve("bad.bpel"), "<process");
        Files.createDirectories(folder.resolve("empty"));
        Files.write(folder.resolve("broken.zip"), new byte[] {1, 2, 3});
        String[] options = {"--port", "0", "--admin-port", "0", "--deploy", folder.toString()};

        String output = assertRefused("\n  bad: bad.bpel", options);

        assertThat(output.lines().filter(line -> line.startsWith("  ")))
                .satisfiesExactly(
                        zip -> assertThat(zip).startsWith("  bad: "),
                        zip -> assertThat(zip).startsWith("  broken.zip: "),
                        zip -> assertThat(zip).startsWith("  empty: ").contains("holds no .bpel file"));
    }

    @Test
    void shouldWarnOfProblemsThatBecomeFaultsUnlessStrict() throws Exception {
        String place = "Plain.bpel:";
        try (ScriptedPartner partner = new ScriptedPartner()) {
            EngineFixture.writePlain(
                    folder.resolve("broken"),
                    "<assign><copy><from>1 +</from><to>$i</to></copy></assign>" + PROCESS,
                    partner.url());
            Process process = engine("--port", "0", "--admin-port", "0", "--deploy", folder.toString());
            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                assertThat(untilReady(output))
                        .contains("warning: deployment 'broken': " + place)
                        .contains("1 +");
            } finally {
                process.destroyForcibly();
            }
        }
        assertRefused(place, "--port", "0", "--admin-port", "0", "--strict", "--deploy", folder.toString());
    }

    private static String assertRefused(String sentence, String... arguments) throws Exception {
        Process process = engine(arguments);
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(output).isEqualTo(2);
            assertThat(output).contains("soabench-engine: ").contains(sentence).doesNotContain("\tat ");
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
