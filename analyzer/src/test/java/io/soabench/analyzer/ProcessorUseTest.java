package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How busy engines were is read from what a run's analysis left. */
final class ProcessorUseTest {

    @TempDir
    Path run;

    private void measured() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 0, 3));
        for (int i = 1; i <= 3; i++) {
            RunFixture.Repetition repetition = fixture.repetition("case1", i);
            for (int k = 1; k <= 50; k++) {
                repetition.request("office.1." + k, k * 10, 10, "OK");
            }
            repetition.write();
            cpu(fixture, i, "engine1", 0.2 * i);
            cpu(fixture, i, "mocks", 0.05);
            cpu(fixture, i, "load-here", 0.01);
            cpu(fixture, i, "elsewhere", 7);
        }
        fixture.analyze();
    }

    private static void cpu(RunFixture fixture, int repetition, String of, double cores) throws IOException {
        Files.writeString(
                fixture.folder("case1", repetition).resolve("metrics-" + of + ".csv"),
                "at_ns,metric,value,unit,source\n" + (RunFixture.START_NS + 1) + ",cpu," + cores + ",cores,x\n");
    }

    @Test
    void shouldSumWhatRanOnTheHostOfTheEngine() throws IOException {
        measured();

        assertThat(ProcessorUse.of(run)).singleElement().satisfies(use -> {
            assertThat(use.engineCores()).isCloseTo(0.4, org.assertj.core.api.Assertions.within(1e-9));
            assertThat(use.hostCores()).isCloseTo(0.46, org.assertj.core.api.Assertions.within(1e-9));
            assertThat(use)
                    .hasToString("engine1 under office (Process): 0.400 processors; all of the experiment on its host"
                            + " 23 % of 2");
        });
    }

    @Test
    void shouldSayNothingOfARunThatWasNotAnalysed() throws IOException {
        RunFixture fixture = new RunFixture(run, RunFixture.plan(1, 0, 1));
        fixture.repetition("case1", 1).request("office.1.1", 10, 10, "OK").write();

        assertThat(ProcessorUse.of(run)).isEmpty();
        assertThat(ProcessorUse.of(run.resolve("none"))).isEmpty();
    }
}
