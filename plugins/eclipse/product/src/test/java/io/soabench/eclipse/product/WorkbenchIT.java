package io.soabench.eclipse.product;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The product as a person uses it, with a mouse and real key events: one workbench is started on a display without a screen, and a
 * robot goes through the steps below, each of which sees what it expects or says what it has seen instead. Pictures of what was to be
 * seen are in {@code target/workbench}.
 */
class WorkbenchIT {

    private static final Path FOLDER = Path.of("target/workbench").toAbsolutePath();
    private static final Path PROCESS = Path.of("../../../examples/quickstart/bpel/sequential.bpel")
            .toAbsolutePath()
            .normalize();
    private static final int MOST_MINUTES = 15;

    private static Workbench workbench;
    private static Optional<Integer> exit;

    @BeforeAll
    static void work() throws IOException, InterruptedException {
        Optional<String> missing = Workbench.missing();
        if (Boolean.getBoolean("soabench.workbench.required")) {
            assertThat(missing).isEmpty();
        }
        Assumptions.assumeTrue(missing.isEmpty(), () -> "no workbench without a screen: " + missing.orElse(""));
        clear();
        workbench = new Workbench(FOLDER);
        exit = workbench.run(MOST_MINUTES, "-Dsoabench.bpel=" + PROCESS);
    }

    private static void clear() throws IOException {
        if (Files.exists(FOLDER)) {
            try (Stream<Path> files = Files.walk(FOLDER)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
        Files.createDirectories(FOLDER);
    }

    @AfterAll
    static void end() throws InterruptedException {
        if (workbench != null) {
            workbench.end();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "makesATestbedFromBpel",
                "colours",
                "importsAsWell",
                "showsErrorsAsOneTypes",
                "curesByQuickFix",
                "proposesWhatMayFollow",
                "formats",
                "explains",
                "goesToDefinition",
                "renames",
                "showsTheTree",
                "renamesInTheTree",
                "undoesOnBothPages",
                "editsAProperty",
                "addsAnElement",
                "deletesAnElement",
                "runs",
                "showsTheReport",
                "listsTheRunWithVerdicts",
                "opensTheReportOfARun"
            })
    void shouldDo(String step) throws IOException {
        Path result = FOLDER.resolve(step + ".txt");
        assertThat(result).as("the robot came as far as this").exists();
        assertThat(result).hasContent("ok");
    }

    @Test
    void shouldEndWhenItIsClosed() {
        assertThat(exit).contains(0);
    }

    @Test
    void shouldLogNoError() throws IOException {
        assertThat(Files.readString(FOLDER.resolve("workbench.log"))).doesNotContain("!ENTRY", "Exception");
    }
}
