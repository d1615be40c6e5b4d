package io.soabench.analyzer;

import static io.soabench.analyzer.RunFixture.MS;
import static io.soabench.analyzer.RunFixture.START_NS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.ClockRecord;
import io.soabench.plan.ClockRecord.HostOffset;
import io.soabench.plan.ClockRecord.Reading;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts whose clocks are not the driver's. */
final class ClocksTest {

    private static final String CRITERION = "clocks";

    @TempDir
    private Path run;

    private RunFixture fixture;

    @BeforeEach
    void make() throws IOException {
        fixture = new RunFixture(run, RunFixture.plan(1, 1, 1));
        RunFixture.Repetition repetition = fixture.repetition("case1", 1);
        for (int i = 1; i <= 120; i++) {
            repetition.request("office.1." + i, i * 20, 4, "OK").call("office.1." + i, 1, i * 20 + 1, 2, "OK");
        }
        repetition.write();
    }

    private void clock(Reading before, Reading after) {
        Json.write(
                fixture.folder("case1", 1).resolve(RunFiles.CLOCKS),
                new ClockRecord(ClockRecord.FORMAT, List.of(new HostOffset("here", before, after))));
    }

    private static Reading reading(double offsetMs, double errorMs) {
        return new Reading(START_NS, Math.round(offsetMs * MS), Math.round(errorMs * MS));
    }

    private List<CriterionCheck> checks() {
        RepetitionResult result = fixture.result();
        return result.checks().stream()
                .filter(c -> c.criterion().id().equals(CRITERION))
                .toList();
    }

    @Test
    void shouldBringAllTimesToTheDriversClock() {
        clock(reading(3_000, 0.2), reading(3_001, 0.2));
        Plan plan = fixture.plan();

        RepetitionFolder folder = new RepetitionFolder(fixture.folder("case1", 1), plan, plan.caseOf("case1"));

        long aheadNs = Math.round(3_000.5 * MS);
        assertThat(folder.samples().intendedNs(0)).isEqualTo(START_NS + 20 * MS - aheadNs);
        assertThat(folder.samples().latencyNs(0)).isEqualTo(4 * MS);
        assertThat(folder.loads().get("here").times().measureStartNs()).isEqualTo(START_NS - aheadNs);
        assertThat(folder.loads().get("here").times().measureEndNs()
                        - folder.loads().get("here").times().measureStartNs())
                .isEqualTo(10_000 * MS);
    }

    @Test
    void shouldKnowTheClocksWellEnoughWhenTheErrorIsSmall() {
        clock(reading(-80, 0.4), reading(-81, 0.3));

        // 0.4 ms and half of the drift of 1 ms.
        assertThat(checks())
                .extracting(CriterionCheck::state, CriterionCheck::measured, CriterionCheck::bound)
                .containsExactly(tuple(CriterionCheck.State.GOOD, 0.9, 10.0));
    }

    @Test
    void shouldNotBeValidWhenAClockIsTooUncertain() {
        clock(reading(0, 3), reading(30, 3));

        assertThat(RunFixture.violations(fixture.result()))
                .containsExactly(
                        "The offset of the clock of host \"here\" to that of the driver is known to within 18.0 ms; at most"
                                + " 10.0 ms are allowed (50 % of the median response time, but not less than 10.0 ms): let the hosts keep"
                                + " their time with NTP, or use a faster network.");
    }

    @Test
    void shouldWarnWhenAClockWasMeasuredOnlyOnce() {
        clock(reading(5, 1), null);

        assertThat(checks()).extracting(CriterionCheck::state).containsExactly(CriterionCheck.State.WARNING);
    }

    @Test
    void shouldNotBeValidWhenAClockWasNotMeasured() {
        clock(null, null);

        assertThat(RunFixture.violations(fixture.result()))
                .containsExactly("The offset of the clock of host \"here\" to that of the driver was not measured.");
    }

    @Test
    void shouldSayNothingWhenAllHaveOneClock() {
        assertThat(checks()).isEmpty();
    }
}
