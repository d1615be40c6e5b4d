package io.soabench.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.agent.ProcessTable;
import io.soabench.driver.FakeTestbed;
import io.soabench.driver.HeardProgress;
import io.soabench.driver.run.DriverSettings;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.RunRecord;
import io.soabench.plan.RunRecord.State;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** However the driver's JVM ends, nothing is left of its children, and the run can be resumed. */
@Order(2)
@Timeout(300)
class EndOfDriverIT {

    @TempDir
    Path folder;

    private Path runFolder;
    /** What the driver has in its environment, too. */
    private final Map<String, String> environment = new HashMap<>();

    private Process driver;
    private BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    @BeforeEach
    void make() {
        runFolder = folder.resolve("runs/20260101-120000");
    }

    @AfterEach
    void end() {
        if (driver != null) {
            driver.destroyForcibly();
        }
    }

    /** Starts the driver with SIGINT not ignored, which it would inherit from a shell's background job. */
    private void start(String engine, String restIn) throws IOException {
        List<String> command = new ArrayList<>();
        if (takesDefaultSignal()) {
            command.addAll(List.of("env", "--default-signal=INT,HUP,TERM"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.soabench.local.DriverMain",
                folder.resolve("compiled").toString(),
                runFolder.toString(),
                engine,
                restIn));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve("driver-errors").toFile());
        builder.environment().putAll(environment);
        driver = builder.start();
        output = new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    }

    private static boolean takesDefaultSignal() {
        try {
            Process process = new ProcessBuilder("env", "--default-signal=INT,HUP,TERM", "true")
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().readAllBytes();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void awaitLine(String wanted) throws IOException {
        String line = output.readLine();
        while (line != null && !line.equals(wanted)) {
            lines.add(line);
            line = output.readLine();
        }
        assertThat(line)
                .as("after %s: %s", lines, Files.readString(folder.resolve("driver-errors")))
                .isEqualTo(wanted);
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(driver.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private String token() throws IOException {
        return Files.readString(runFolder.resolve("run.lock")).strip();
    }

    private static List<Long> marked(String token) {
        return ProcessTable.withEnvironment("SOABENCH_RUN=" + token).stream()
                .map(ProcessHandle::pid)
                .toList();
    }

    private List<String> leftInRunFolder() throws IOException {
        try (Stream<Path> files = Files.list(runFolder)) {
            return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
        }
    }

    private RunRecord journal() {
        return Json.read(runFolder.resolve("run.json"), RunRecord.class);
    }

    private RunRecord resume(String engine) {
        FakeTestbed testbed = DriverMain.testbed(folder.resolve("compiled"), engine);
        return new LocalDriver(List.of(), DriverSettings.STANDARD, HostClock.system())
                .run(testbed.request(runFolder), new HeardProgress());
    }

    @ParameterizedTest
    @CsvSource({
        "INT, place, ok",
        "INT, start, ok",
        "INT, ready, ok",
        "INT, deploy, ok",
        "INT, deployed, ok",
        "INT, warm up, ok",
        "INT, measure, ok",
        "INT, drain, ok",
        "INT, collect, ok",
        "TERM, measure, detach",
        "HUP, ready, ok"
    })
    void shouldStopEverythingWhenASignalComesIn(String signal, String phase, String engine)
            throws IOException, InterruptedException {
        start(engine, phase);
        awaitLine("phase " + phase);
        String token = token();

        signal(signal);

        assertThat(driver.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(driver.exitValue()).isEqualTo(signal.equals("INT") ? 130 : signal.equals("TERM") ? 143 : 129);
        assertThat(marked(token)).isEmpty();
        assertThat(leftInRunFolder()).containsExactly("cases", "environment.json", "plan.json", "run.json");
        RunRecord run = journal();
        assertThat(run.state()).isEqualTo(State.INTERRUPTED);
        assertThat(run.message())
                .isEqualTo(
                        "the run was ended by the user; 0 of 1 repetitions kept; go on with -Dsoabench.resume=20260101-120000");
        awaitLine("note 0 of 1 repetitions kept; go on with -Dsoabench.resume=20260101-120000");
        assertThat(run.executions().get(0).state()).isEqualTo(State.INTERRUPTED);
        assertThat(run.executions().get(0).phase()).isEqualTo("clean");
        assertThat(run.executions().get(0).message())
                .isEqualTo("the run was ended by the user in phase \"" + phase + "\"");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void shouldLeaveNothingWhenTheUserEndsTheRunWhileItIsPrepared(boolean madeBefore)
            throws IOException, InterruptedException {
        if (madeBefore) {
            Files.createDirectories(runFolder);
        }
        Path asked = folder.resolve("asked");
        Path java = Files.createDirectories(folder.resolve("compiled/java/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\ntouch '" + asked + "'\nsleep 4\necho openjdk version 17\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        start("ok", "none");
        HostClock clock = HostClock.system();
        long begin = clock.epochNanos();
        while (!Files.exists(asked)) {
            assertThat(clock.epochNanos() - begin).isLessThan(TimeUnit.SECONDS.toNanos(120));
            Thread.sleep(20);
        }

        signal("INT");

        assertThat(driver.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(driver.exitValue()).isEqualTo(130);
        assertThat(runFolder).doesNotExist();
    }

    /** What it says of itself stands in every report, and servers do not have the options of others either. */
    @Test
    void shouldAskJavaForItsVersionWithoutOptionsOfOthers() throws IOException, InterruptedException {
        Path asked = folder.resolve("asked");
        Path java = Files.createDirectories(folder.resolve("compiled/java/bin")).resolve("java");
        Files.writeString(
                java, "#!/bin/sh\nenv > '" + asked + ".part'\nmv '" + asked + ".part' '" + asked + "'\nexit 1\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        environment.putAll(
                Map.of("JDK_JAVA_OPTIONS", "-Da=b", "JAVA_TOOL_OPTIONS", "-Dc=d", "SOABENCH_OTHER", "stays"));

        start("ok", "none");

        assertThat(driver.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(asked).content().contains("SOABENCH_OTHER=stays").doesNotContain("JAVA_OPTIONS", "TOOL_OPTIONS");
    }

    @ParameterizedTest
    @CsvSource({"undeploy", "stop", "clean"})
    void shouldKeepTheDataWhenTheUserEndsTheRunWhileThingsAreTakenBack(String phase)
            throws IOException, InterruptedException {
        start("ok", phase);
        awaitLine("phase " + phase);
        String token = token();

        signal("INT");

        assertThat(driver.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(marked(token)).isEmpty();
        assertThat(leftInRunFolder()).containsExactly("cases", "environment.json", "plan.json", "run.json");
        assertThat(journal().state()).isEqualTo(State.INTERRUPTED);
        assertThat(journal().executions().get(0).state()).isEqualTo(State.COMPLETED);
    }

    @ParameterizedTest
    @CsvSource({"ready, never-ready", "deploy, slow-deploy", "deployed, never-deployed"})
    void shouldNotWaitForServersWhenTheUserEndsTheRun(String phase, String engine)
            throws IOException, InterruptedException {
        start(engine, "none");
        awaitLine("phase " + phase);
        String token = token();

        signal("INT");

        // A driver that waits for the server takes the minutes that the server has.
        assertThat(driver.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(marked(token)).isEmpty();
        assertThat(journal().executions().get(0).state()).isEqualTo(State.INTERRUPTED);
    }

    @Test
    void shouldCompleteWhenAnInterruptedRunIsResumed() throws IOException, InterruptedException {
        start("ok", "measure");
        awaitLine("phase measure");
        signal("INT");
        assertThat(driver.waitFor(120, TimeUnit.SECONDS)).isTrue();

        RunRecord resumed = resume("ok");

        assertThat(resumed.state()).isEqualTo(State.COMPLETED);
        assertThat(runFolder.resolve("cases/a/1-interrupted-1/samples-here.csv"))
                .exists();
        assertThat(runFolder.resolve("cases/a/1-interrupted-1/repetition.json"))
                .content()
                .contains("\"state\" : \"INTERRUPTED\"");
        assertThat(runFolder.resolve("cases/a/1/samples-here.csv")).exists();
    }

    @ParameterizedTest
    @CsvSource({"ready, ok", "measure, detach"})
    void shouldLeaveNoChildWhenTheDriverIsKilled(String phase, String engine) throws IOException, InterruptedException {
        start(engine, phase);
        awaitLine("phase " + phase);
        String token = token();
        assertThat(marked(token)).isNotEmpty();
        HostClock clock = HostClock.system();
        long killed = clock.epochNanos();

        driver.destroyForcibly();

        assertThat(driver.waitFor()).isEqualTo(137);
        while (!marked(token).isEmpty() || Files.exists(runFolder.resolve("work-" + token))) {
            assertThat(clock.epochNanos() - killed)
                    .as("processes %s", marked(token))
                    .isLessThan(TimeUnit.SECONDS.toNanos(120));
            Thread.sleep(100);
        }
        assertThat(journal().state()).isEqualTo(State.RUNNING);

        RunRecord resumed = resume(engine);

        assertThat(resumed.state()).isEqualTo(State.COMPLETED);
        assertThat(runFolder.resolve("cases/a/1-interrupted-1/events.csv")).exists();
        assertThat(leftInRunFolder())
                .containsExactly("cases", "environment-2.json", "environment.json", "plan.json", "run.json");
    }
}
