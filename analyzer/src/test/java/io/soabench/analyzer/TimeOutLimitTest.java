package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.plan.StatisticFunction;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request that is given up counts with the time-out of 2 s, so no interval of response times reaches beyond it. */
final class TimeOutLimitTest {

    private static final double TIME_OUT_MS = 2_000;

    @TempDir
    private Path folder;

    /** A case whose repetitions have these response times. */
    private CaseResult repetitions(double... timesMs) throws IOException {
        RunFixture fixture = new RunFixture(folder, RunFixture.plan(1, 0, timesMs.length));
        for (int number = 1; number <= timesMs.length; number++) {
            RunFixture.Repetition repetition =
                    fixture.repetition("case1", number).open();
            for (int i = 0; i < 100; i++) {
                repetition.request("office.1." + (i + 1), i * 100, timesMs[number - 1], "OK");
            }
            repetition.write();
        }
        return fixture.analyze().cases().get(0);
    }

    private static Interval interval(CaseResult of, String function) {
        return of.statistic(Statistic.RESPONSE_TIME, StatisticFunction.parse(function));
    }

    @Test
    void shouldEndAtTheTimeOut() throws IOException {
        CaseResult wide = repetitions(300, 900, 1_800);

        for (String function : new String[] {"average", "median", "p99"}) {
            Interval interval = interval(wide, function);
            assertThat(interval.mean()).as(function).isCloseTo(1_000, within(1e-6));
            assertThat(interval.high()).as(function).isEqualTo(TIME_OUT_MS);
            assertThat(interval.low()).as(function).isBetween(1.0, 300.0);
        }
    }

    @Test
    void shouldNotChangeAnIntervalThatIsPossible() throws IOException {
        Interval narrow = interval(repetitions(300, 310, 320), "average");

        assertThat(narrow.high()).isBetween(320.0, 350.0);
    }
}
