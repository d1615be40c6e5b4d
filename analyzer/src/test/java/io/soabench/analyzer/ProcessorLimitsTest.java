package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.stat.Interval;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.StatisticFunction;
import io.soabench.plan.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The host of the fixture has two processors: nothing that runs there uses more of them. */
final class ProcessorLimitsTest {

    private static final int PROCESSORS = 2;

    @TempDir
    private Path folder;

    /** Processors in use, of each engine by repetition. */
    private List<Interval> used(double[]... engines) throws IOException {
        RunFixture fixture = new RunFixture(folder, RunFixture.plan(engines.length, 0, engines[0].length));
        Json.write(
                folder.resolve("metrics.json"),
                new MetricRecord.File(
                        List.of(new MetricRecord("cpu", MetricRecord.Kind.GAUGE, "cores", "the kernel", "None."))));
        for (int engine = 1; engine <= engines.length; engine++) {
            for (int number = 1; number <= engines[0].length; number++) {
                fixture.repetition("case" + engine, number).fill(100).write();
                StringBuilder lines = new StringBuilder("at_ns,metric,value,unit,source\n");
                for (int s = 0; s <= 10; s++) {
                    lines.append(RunFixture.START_NS + s * 1000L * RunFixture.MS)
                            .append(",cpu,")
                            .append(engines[engine - 1][number - 1])
                            .append(",cores,x\n");
                }
                Files.writeString(
                        fixture.folder("case" + engine, number).resolve("metrics-engine" + engine + ".csv"), lines);
            }
        }
        return fixture.analyze().cases().stream()
                .map(ProcessorLimitsTest::average)
                .toList();
    }

    private static Interval average(CaseResult of) {
        return of.statistics().stream()
                .filter(each -> each.statistic().metric().equals("cpu")
                        && each.statistic().function().equals(StatisticFunction.AVERAGE)
                        && each.statistic().target().kind() == Target.Kind.SERVER)
                .findFirst()
                .orElseThrow()
                .value();
    }

    @Test
    void shouldUseNoMoreThanThereAreWhereNothingIsShared() throws IOException {
        Interval two = used(new double[] {0.2, 0.65}).get(0);

        assertThat(two.mean()).isCloseTo(0.425, within(1e-9));
        assertThat(two.low()).isBetween(0.0, 0.1);
        assertThat(two.high()).isBetween(1.0, (double) PROCESSORS);
    }

    @Test
    void shouldUseNoMoreThanThereAreWhereCasesShareTheirSpread() throws IOException {
        List<Interval> shared = used(new double[] {1.7, 1.92}, new double[] {1.85, 1.6}, new double[] {1.8, 1.95});

        assertThat(shared).allSatisfy(interval -> {
            assertThat(interval.high()).isBetween(interval.mean(), 1.999);
            assertThat(interval.low()).isBetween(0.5, interval.mean());
        });
    }

    /** A step of the clock of 10 ms may count a little more than there is. */
    @Test
    void shouldCutAtTheProcessorsWhereAllAreInUse() throws IOException {
        Interval full = used(new double[] {1.99, 2.003, 1.9}).get(0);

        assertThat(full.high()).isEqualTo(PROCESSORS);
        assertThat(full.low()).isBetween(1.5, full.mean());
    }
}
