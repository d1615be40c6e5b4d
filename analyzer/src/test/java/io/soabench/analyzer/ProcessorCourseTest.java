package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.repetition.ProcessorCourse;
import io.soabench.plan.CallTree;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The course of the processor time for a completed request in the measurement of a repetition. */
final class ProcessorCourseTest {

    @TempDir
    private Path folder;

    /**
     * A measurement of ten seconds, in whose first half a request takes other processor time than in its second.
     *
     * @param everyMs time between two observations of the processor time
     * @param perS requests a second
     */
    private ProcessorCourse of(int everyMs, int perS, double firstMs, double secondMs) throws IOException {
        RunFixture fixture = new RunFixture(folder, RunFixture.plan(1, CallTree.sequence(List.of()), 1));
        Json.write(
                folder.resolve(RunFiles.METRICS),
                new MetricRecord.File(List.of(
                        new MetricRecord("cpu-time", MetricRecord.Kind.COUNTER, "s", "the kernel", "All of it."))));
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 0; i < 10 * perS; i++) {
            repetition.request("office.1." + (i + 1), (i + 0.5) * 1_000 / perS, 0.1, "OK");
        }
        repetition.write();
        StringBuilder lines = new StringBuilder(CsvTable.METRICS.header()).append('\n');
        for (int ms = -everyMs; ms <= 10_000 + everyMs; ms += everyMs) {
            double usedS = (Math.min(ms, 5_000) * firstMs + Math.max(0, ms - 5_000) * secondMs) * perS / 1e6;
            lines.append(RunFixture.START_NS + ms * RunFixture.MS)
                    .append(",cpu-time,")
                    .append(7 + usedS)
                    .append(",s,x\n");
        }
        Files.writeString(fixture.folder("case1", 1).resolve("metrics-engine1.csv"), lines);
        return fixture.cases().get(0).repetitions().get(0).series().pending().processor();
    }

    @Test
    void shouldHaveTheTimeOfARequestInTenParts() throws IOException {
        ProcessorCourse course = of(500, 50, 4, 3);

        assertThat(course.msPerRequest()).hasSize(10);
        assertThat(course.msPerRequest().get(1)).isCloseTo(4, within(1e-6));
        assertThat(course.msPerRequest().get(8)).isCloseTo(3, within(1e-6));
        assertThat(course.trend().change()).isNegative();
    }

    /** Of few observations, only a comparison of both halves is known, and several repetitions must bound it. */
    @Test
    void shouldCompareBothHalvesWhereItIsObservedSeldom() throws IOException {
        ProcessorCourse course = of(2_500, 50, 4, 3);

        assertThat(course.msPerRequest()).isEmpty();
        assertThat(course.trend().change()).isCloseTo(Math.pow(3 / 4.0, 2) - 1, within(1e-6));
        assertThat(course.trend().low()).isEqualTo(-1);
        assertThat(course.trend().high()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    /** Two observations in the measurement would make both halves equal. */
    @Test
    void shouldKnowNothingOfTooFewObservations() throws IOException {
        assertThat(of(5_000, 50, 4, 3).trend().known()).isFalse();
    }

    /** The kernel counts in steps of 10 ms, so that parts of 80 ms and less would have trends of rounding. */
    @Test
    void shouldHaveNoPartsOfAFewStepsOfTheCounter() throws IOException {
        ProcessorCourse course = of(500, 20, 4, 3);

        assertThat(course.msPerRequest()).isEmpty();
        assertThat(course.trend().change()).isCloseTo(Math.pow(3 / 4.0, 2) - 1, within(1e-6));
        assertThat(of(500, 20, 0.4, 0.3).trend().known())
                .as("halves of 40 and 30 ms")
                .isFalse();
    }
}
