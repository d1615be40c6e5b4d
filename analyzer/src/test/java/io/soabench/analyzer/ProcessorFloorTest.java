package io.soabench.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.plan.CallTree;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CsvTable;
import io.soabench.plan.Json;
import io.soabench.plan.MetricRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One engine under two names, whose processor times differ more than its response times. */
final class ProcessorFloorTest {

    private static final int REQUESTS = 100;

    @TempDir
    private Path folder;

    /** Seconds of processor time of each case; each further repetition takes a hundredth more. */
    private List<String> floors(Map<String, Double> cpuS) throws IOException {
        Plan two = RunFixture.plan(2, CallTree.sequence(List.of()), 3);
        List<CasePlan> cases = new ArrayList<>(two.cases());
        cases.add(1, cases.get(0).twin("case1-aa"));
        RunFixture fixture = new RunFixture(folder, two.withCases(cases));
        Json.write(
                folder.resolve(RunFiles.METRICS),
                new MetricRecord.File(List.of(
                        new MetricRecord("cpu-time", MetricRecord.Kind.COUNTER, "s", "the kernel", "All of it."))));
        for (CasePlan each : cases) {
            for (int number = 1; number <= 3; number++) {
                RunFixture.Repetition repetition = fixture.repetition(each.id(), number);
                for (int i = 0; i < REQUESTS; i++) {
                    repetition.request("office.1." + (i + 1), i * 9_900.0 / REQUESTS, 10 + number / 100.0, "OK");
                }
                repetition.write();
                if (cpuS.containsKey(each.id())) {
                    StringBuilder lines = new StringBuilder(CsvTable.METRICS.header()).append('\n');
                    for (int ms = -500; ms <= 11_000; ms += 500) {
                        lines.append(RunFixture.START_NS + ms * RunFixture.MS)
                                .append(",cpu-time,")
                                .append(7 + cpuS.get(each.id()) * (1 + number / 100.0) * ms / 10_000)
                                .append(",s,x\n");
                    }
                    Files.writeString(
                            fixture.folder(each.id(), number).resolve("metrics-" + each.server() + ".csv"), lines);
                }
            }
        }
        return new CaseComparisons(fixture.cases(), 0.95).floors();
    }

    @Test
    void shouldHaveASentenceForEachQuantityThatIsJudged() throws IOException {
        assertThat(floors(Map.of("case1", 1.0, "case1-aa", 1.04, "case2", 2.0)))
                .satisfiesExactly(
                        times -> assertThat(times).contains(", differs from itself in response time by "),
                        processor -> assertThat(processor)
                                .startsWith("Noise floor: one engine under two names, Process on engine1 under office,"
                                        + " differs from itself in processor time of a request by 4.00 % (ratio 1.04")
                                .endsWith("is beyond chance, and no smaller one is reported."));
    }

    @Test
    void shouldHaveNoSentenceForWhatIsNotKnown() throws IOException {
        assertThat(floors(Map.of())).hasSize(1);
    }
}
