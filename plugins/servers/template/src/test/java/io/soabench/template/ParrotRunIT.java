package io.soabench.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.soabench.driver.Driver;
import io.soabench.driver.Progress;
import io.soabench.driver.RunRefused;
import io.soabench.driver.run.DriverSettings;
import io.soabench.dsl.TestbedReader;
import io.soabench.generators.TestbedCompiler;
import io.soabench.local.LocalDriver;
import io.soabench.model.issue.Issue;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RepetitionRecord.PhaseRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.ServerEnd;
import io.soabench.plugin.ServerType;
import io.soabench.plugin.ServerTypes;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A model that uses the type, compiled and run by the tool's own parts: a real engine, real load. */
@Tag("it")
@Timeout(240)
class ParrotRunIT {

    private static final String PROGRAM = "com.example:parrot-server:1.0";
    private static final List<Path> CLASS_PATH = Arrays.stream(
                    System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .toList();

    @TempDir
    Path folder;

    private final Map<String, ServerType> types = ServerTypes.load(getClass().getClassLoader());
    private Plan plan;

    @BeforeEach
    void compile() throws Exception {
        for (String file : List.of("echo.testbed", "echo.bpel", "echo.wsdl", "words.xml")) {
            Files.copy(getClass().getResourceAsStream("echo/" + file), folder.resolve(file));
        }
        TestbedReader.Result model = new TestbedReader().read(folder.resolve("echo.testbed"));
        assertThat(model.issues(Issue.Severity.ERROR)).isEmpty();
        plan = new TestbedCompiler()
                .compile(model.testbed(), model.files(), types, folder.resolve("compiled"), OptionalLong.empty());
    }

    private RunRecord run(List<Path> program) {
        return LocalDriver.standard(getClass().getClassLoader(), DriverSettings.STANDARD)
                .run(
                        new Driver.Request(
                                plan,
                                folder.resolve("compiled"),
                                folder.resolve("20260101-120000"),
                                types,
                                Map.of(Driver.LOAD_CLIENT, CLASS_PATH, PROGRAM, program),
                                Map.of()),
                        Progress.SILENT);
    }

    @Test
    void shouldBePlacedStartedDeployedAskedAndStopped() throws Exception {
        RunRecord run = run(CLASS_PATH);

        Path repetition = folder.resolve("20260101-120000/cases/Echo-office-engine/1");
        RepetitionRecord record = Json.read(repetition.resolve("repetition.json"), RepetitionRecord.class);
        assertThat(record.message()).isEmpty();
        assertThat(run.state()).isEqualTo(RunRecord.State.COMPLETED);
        assertThat(record.phases().stream().map(PhaseRecord::name))
                .containsSubsequence("place", "start", "ready", "deploy", "deployed", "check", "measure", "stop");
        assertThat(record.checks()).isEqualTo(1);
        assertThat(record.endpoint()).matches("http://127\\.0\\.0\\.1:\\d+/processes/Echo");
        assertThat(record.servers()).singleElement().satisfies(server -> {
            assertThat(server.stopped()).isEqualTo(ServerEnd.ASKED);
            assertThat(ProcessHandle.of(server.pid())).isEmpty();
        });

        String samples = Files.readString(repetition.resolve("samples-here.csv"));
        assertThat(samples.lines().count()).isGreaterThan(5);
        Map<?, ?> counted = Json.read(repetition.resolve("statistics-engine.json"), Map.class);
        assertThat(counted.get("instancesStarted")).isEqualTo(counted.get("instancesCompleted"));
        assertThat(Files.readString(repetition.resolve("logs/engine/logs/parrot.log")))
                .contains("listening on ", "heard ", "bye");
        assertThat(Files.readString(folder.resolve("20260101-120000/environment.json")))
                .contains("Parrot repeats what it hears");
    }

    @Test
    void shouldNotBeStartedWhenAFileIsNotWhatWasReleased() throws Exception {
        Path torn = Files.writeString(folder.resolve("picocli-4.7.7.jar"), "half of it");

        assertThatThrownBy(() -> run(List.of(torn)))
                .isInstanceOf(RunRefused.class)
                .hasMessageContaining("server type parrot: " + torn + " is not what was released");
        assertThat(folder.resolve("20260101-120000")).doesNotExist();
    }
}
