package io.soabench.analyzer;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.plan.CasePlan;
import io.soabench.plan.ConnectionPlan;
import io.soabench.plan.HostClock;
import io.soabench.plan.Json;
import io.soabench.plan.LoadEnd;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord;
import io.soabench.plan.RunRecord;
import io.soabench.plan.sample.SampleEnvironment;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * How long the analysis of one large repetition takes: {@code ImportBench FOLDER REQUESTS CALLS}. The folder is written
 * first and can be removed afterwards. Prints seconds and the largest sizes of the memory pools.
 */
public final class ImportBench {

    private static final long START_NS = 1_767_225_600_000_000_000L;

    private ImportBench() {}

    @SuppressWarnings("SystemOut") // the bench's result
    public static void main(String[] arguments) throws IOException {
        Path run = Path.of(arguments[0]);
        int requests = Integer.parseInt(arguments[1]);
        int calls = Integer.parseInt(arguments[2]);
        HostClock clock = HostClock.system();
        if (!Files.exists(run)) {
            write(run, requests, calls);
        }
        long begin = clock.epochNanos();
        Analysis analysis = Analyzer.analyze(run);
        double seconds = (clock.epochNanos() - begin) / 1e9;
        RepetitionResult result = analysis.cases().get(0).repetitions().get(0);
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(p -> p.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage)
                .mapToLong(java.lang.management.MemoryUsage::getUsed)
                .sum();
        System.out.printf(
                "%d requests, %d calls: %.1f s, heap at most %d MB, %d measured, mean %.3f ms, p99 %.3f ms, overhead of %d: %.3f ms%n",
                requests,
                (long) requests * calls,
                seconds,
                peak >> 20,
                result.requests(),
                result.response().mean(),
                result.response().p99(),
                result.overheads().overhead().count(),
                result.overheads().overhead().median());
        result.checks().forEach(c -> System.out.println(c.state() + " " + c.sentence()));
    }

    private static void write(Path run, int requests, int calls) throws IOException {
        Plan plan = RunFixture.plan(1, calls, 1);
        CasePlan testCase = plan.cases().get(0);
        Path folder = run.resolve("cases").resolve(testCase.id()).resolve("1");
        Files.createDirectories(folder);
        Json.write(run.resolve("plan.json"), plan);
        Random random = new Random(7);
        long gap = 600_000_000_000L / requests;
        try (BufferedWriter samples = Files.newBufferedWriter(folder.resolve("samples-here.csv"));
                BufferedWriter log = Files.newBufferedWriter(folder.resolve("calls-mocks.csv"))) {
            samples.write(RunFixture.SAMPLES);
            log.write(RunFixture.CALLS);
            for (int i = 0; i < requests; i++) {
                String uiid = "office." + (i % 100 + 1) + "." + (i / 100 + 1);
                long intended = START_NS + i * gap;
                long at = intended + 50_000;
                for (int k = 1; k <= calls; k++) {
                    int planned = 100 + random.nextInt(900);
                    long end = at + planned * 1_000L + random.nextInt(50_000);
                    log.write("quotes,1,ask," + uiid + "," + k + ",1," + at + "," + planned + "," + end + ",OK\n");
                    at = end + 100_000;
                }
                long end = at + random.nextInt(2_000_000);
                samples.write("measure,1," + uiid + ",0,0," + intended + "," + (intended + 50_000) + "," + end
                        + ",OK,200,400,400,\n");
            }
        }
        long endNs = START_NS + requests * gap;
        Json.write(
                folder.resolve("load-here.json"),
                new LoadRecord(
                        testCase.id(),
                        "here",
                        LoadEnd.COMPLETE,
                        LoadRecord.WarmUp.FIXED,
                        new LoadRecord.Times(START_NS, START_NS, endNs, endNs),
                        new LoadRecord.Requests(
                                new LoadRecord.Phase(-1, 0, 0, 0, LoadRecord.Waits.NONE, new LoadRecord.Slip(0, 0, 0)),
                                new LoadRecord.Phase(
                                        -1, requests, 0, 0, LoadRecord.Waits.NONE, new LoadRecord.Slip(1, 1, 1)),
                                requests,
                                0),
                        new LoadRecord.Effort(
                                LoadRecord.Engine.LOOP,
                                2,
                                new LoadRecord.Connections(ConnectionPlan.Use.KEPT, 10, 100),
                                1,
                                1)));
        Json.write(
                folder.resolve("repetition.json"),
                new RepetitionRecord(
                        testCase.id(), 1, RunRecord.State.COMPLETED, "", "", 0, List.of(), List.of(), List.of()));
        Json.write(folder.resolve("environment.json"), SampleEnvironment.around(List.of()));
    }
}
