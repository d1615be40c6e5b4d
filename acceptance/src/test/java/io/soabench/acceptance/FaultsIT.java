package io.soabench.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that catches the fault that its partner declares, on each engine that runs one. */
final class FaultsIT {

    private static final List<String> ENGINES = List.of("ode", "orchestra", "ours");

    @TempDir
    Path folder;

    @Test
    void shouldCatchTheDeclaredFaultOfAPartnerOnEachEngine() throws Exception {
        Examples.copy("faults", folder);
        Path model = folder.resolve("faults.testbed");
        Files.writeString(
                model,
                Examples.light(Files.readString(model))
                        .replaceAll("repeat 2 +warm up 5 s +measure 10 s", "repeat 1 warm up 1 s measure 5 s")
                        .replaceAll("(?m)^ *expect .*\\R", "")
                        .replaceAll("(?m)^report .*", "report csv"));

        Measuring.ran(() -> MavenCommand.outcome(
                folder, "run", "-Dtestbed=faults.testbed", "-Dsoabench.output=out", Measuring.ONCE));

        Path run = folder.resolve("out/faults/runs/latest");
        assertThat(Results.rows(run, "select distinct engine from v_call where outcome = 'FAULT' order by engine"))
                .as("engines whose partner failed")
                .isEqualTo(ENGINES);
        assertThat(Results.rows(run, "select engine, request, outcome, detail from v_request where outcome <> 'OK'"))
                .as("requests that failed, though their process catches the fault")
                .isEmpty();
    }
}
