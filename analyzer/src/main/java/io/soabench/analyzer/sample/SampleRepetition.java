package io.soabench.analyzer.sample;

import io.soabench.analyzer.sample.SampleRun.Defect;
import io.soabench.plan.CallOutcome;
import io.soabench.plan.CasePlan;
import io.soabench.plan.CsvTable;
import io.soabench.plan.EventKind;
import io.soabench.plan.Execution;
import io.soabench.plan.Json;
import io.soabench.plan.Outcome;
import io.soabench.plan.Plan;
import io.soabench.plan.RepetitionRecord.PhaseRecord;
import io.soabench.plan.RepetitionRecord.ServerRecord;
import io.soabench.plan.RunFiles;
import io.soabench.plan.RunRecord.State;
import io.soabench.plan.SamplePhase;
import io.soabench.plan.ServerEnd;
import io.soabench.plan.WorkloadPlan;
import io.soabench.plan.sample.SampleEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** A simulated repetition of a {@link SampleRun}. */
final class SampleRepetition {

    private static final long MS = 1_000_000L;
    private static final long US = 1_000L;

    /** Number of clients that slower engines do not bear. */
    private static final int MANY_CLIENTS = 30;

    private final Execution execution;
    private final CasePlan testCase;
    private final WorkloadPlan workload;
    private final Path folder;
    private final Random random;
    private final Defect defect;
    private final boolean parallel;
    private final boolean slow;
    private final long startNs;
    private final long measureNs;
    private final long endNs;

    private final List<Line> samples = new ArrayList<>();
    private final List<Line> calls = new ArrayList<>();
    private final List<Line> instances = new ArrayList<>();
    private long started;
    private long measured;
    private long faulted;
    private long completed;

    private record Line(long atNs, String text) {}

    SampleRepetition(Plan plan, Execution execution, Path run, Random random, long nowNs, Defect defect) {
        this.execution = execution;
        this.testCase = plan.caseOf(execution.caseId());
        this.workload = plan.workloadOf(testCase.workload());
        this.folder = RunFiles.repetition(run, execution.caseId(), execution.repetition());
        this.random = random;
        this.defect = defect;
        this.parallel = testCase.subject().equals("FlowNoDep");
        this.slow = !testCase.server().equals("reference");
        this.startNs = nowNs + SampleRun.seconds(5);
        this.measureNs = startNs + testCase.schedule().warmUpMs() * MS;
        this.endNs = measureNs + testCase.schedule().measureMs() * MS / (defect == Defect.INTERRUPTED ? 2 : 1);
    }

    static String message(State state) {
        return state == State.COMPLETED ? "" : "ended by the user";
    }

    /** Writes all files and returns the end of the repetition. */
    long write() throws IOException {
        if (workload.kind() == WorkloadPlan.Load.CLOSED) {
            for (int client = 1; client <= workload.clients(); client++) {
                long t = startNs;
                for (int n = 1; ; n++) {
                    long intended = t + Math.max(0, (long) ((200 + 50 * random.nextGaussian()) * MS));
                    if (intended >= endNs) {
                        break;
                    }
                    t = request(client, client, n, intended);
                }
            }
        } else {
            double t = (double) startNs;
            for (int n = 1; ; n++) {
                t += -Math.log(1 - random.nextDouble()) / workload.ratePerSecond() * SampleRun.seconds(1);
                if (t >= endNs) {
                    break;
                }
                request(1, 1 + n % 16, n, (long) t);
            }
        }
        long drainedNs = endNs + testCase.schedule().drainMs() * MS;
        Files.createDirectories(folder);
        write(RunFiles.Each.SAMPLES.of("here"), CsvTable.SAMPLES, samples);
        write(RunFiles.Each.CALLS.of("mocks"), CsvTable.CALLS, calls);
        if (slow) {
            instances.clear();
            instances.add(new Line(0, CsvTable.INSTANCES.line("", "", "", "the engine keeps no history of instances")));
        }
        write(RunFiles.Each.INSTANCES.of(testCase.server()), CsvTable.INSTANCES, instances);
        Json.write(
                folder.resolve(RunFiles.Each.LOAD.of("here")),
                SampleRun.load(
                        testCase.id(),
                        startNs,
                        measureNs,
                        endNs,
                        drainedNs,
                        workload.kind() == WorkloadPlan.Load.OPEN,
                        samples.size() - measured,
                        measured,
                        defect == Defect.INTERRUPTED));
        if (!slow) {
            Map<String, Object> statistics = new LinkedHashMap<>();
            statistics.put("instancesStarted", started);
            statistics.put("instancesCompleted", completed);
            statistics.put("instancesFaulted", faulted);
            Json.write(folder.resolve(RunFiles.Each.STATISTICS.of(testCase.server())), statistics);
        }
        metrics(testCase.server());
        metrics("mocks");
        events(drainedNs);
        Json.write(folder.resolve(RunFiles.ENVIRONMENT), SampleEnvironment.around(List.of()));
        State state = defect == Defect.INTERRUPTED ? State.INTERRUPTED : State.COMPLETED;
        Json.write(
                folder.resolve(RunFiles.REPETITION),
                SampleRun.record(
                        execution,
                        testCase.server(),
                        state,
                        List.of(
                                new PhaseRecord(PhaseRecord.WARM_UP, startNs, measureNs),
                                new PhaseRecord(PhaseRecord.MEASURE, measureNs, endNs),
                                new PhaseRecord(PhaseRecord.DRAIN, endNs, drainedNs)),
                        List.of(
                                new ServerRecord("mocks", "here", 1001, 0, ServerEnd.ASKED, 900),
                                new ServerRecord(
                                        testCase.server(),
                                        "here",
                                        1002,
                                        0,
                                        ServerEnd.ASKED,
                                        4100,
                                        SampleRun.ENGINE_PRECEDENCE))));
        return drainedNs + SampleRun.seconds(3);
    }

    /** Simulates one request and returns the time at which its client gets the answer. */
    private long request(int owner, int thread, int n, long intended) {
        String uiid = workload.name() + "." + owner + "." + n;
        long slip = 40_000 + (long) (Math.abs(random.nextGaussian()) * 60_000);
        if (defect == Defect.LATE && random.nextInt(20) == 0) {
            slip += (60 + random.nextInt(80)) * MS;
        }
        long start = intended + slip;
        // Cold code makes the first seconds slower.
        double cold = 1 + 4 * Math.exp(-(intended - startNs) / 1e9);
        double step = (slow ? 3.5 : 1.2) * MS * cold;
        boolean overload = slow
                && (workload.kind() == WorkloadPlan.Load.OPEN || workload.clients() > MANY_CLIENTS)
                && random.nextInt(40) == 0;
        int number = 3 - (defect == Defect.SKIPS && random.nextInt(50) == 0 ? 1 : 0);
        long now = start + engine(step);
        long last = now;
        boolean failed = false;
        for (int i = 1; i <= number && !failed; i++) {
            long plannedUs = (long) (8_000 * Math.exp(0.5 * random.nextGaussian()));
            failed = random.nextInt(500) == 0;
            long arrival = now + engine(step / 4);
            long end = arrival + plannedUs * 1_000 + (long) (Math.abs(random.nextGaussian()) * 150_000);
            calls.add(new Line(
                    arrival,
                    String.format(
                            Locale.ROOT,
                            "quotes,1,ask,%s,%d,1,%d,%d,%d,%s\n",
                            uiid,
                            i,
                            arrival,
                            plannedUs,
                            end,
                            (failed ? CallOutcome.SERVER_FAULT : CallOutcome.OK).text())));
            last = Math.max(last, end + engine(step / 4));
            now = parallel ? now + 20_000 : last;
        }
        long end = last + engine(step) + (overload ? SampleRun.seconds(3) : 0);
        instances.add(new Line(start, CsvTable.INSTANCES.line(testCase.subject(), start / US, end / US, "")));
        started++;
        measured += intended < measureNs ? 0 : 1;
        if (failed) {
            faulted++;
        } else {
            completed++;
        }
        Outcome outcome = failed ? Outcome.FAULT : Outcome.OK;
        if (end - intended > testCase.schedule().timeOutMs() * MS) {
            end = intended + testCase.schedule().timeOutMs() * MS + 200_000;
            outcome = Outcome.TIMEOUT;
        }
        samples.add(new Line(
                end,
                String.format(
                        Locale.ROOT,
                        "%s,%d,%s,0,0,%d,%d,%d,%s,%d,412,%d,%s\n",
                        (intended < measureNs ? SamplePhase.WARM_UP : SamplePhase.MEASURE).text(),
                        thread,
                        uiid,
                        intended,
                        start,
                        end,
                        outcome,
                        outcome == Outcome.OK ? 200 : outcome == Outcome.FAULT ? 500 : 0,
                        outcome == Outcome.OK ? 388 : 0,
                        outcome == Outcome.FAULT ? "\"soap:Server, \"\"planned failure\"\"\"" : "")));
        return end;
    }

    private long engine(double meanNs) {
        return (long) (meanNs * (0.5 + random.nextDouble()));
    }

    private void write(String name, CsvTable table, List<Line> lines) throws IOException {
        lines.sort((a, b) -> Long.compare(a.atNs(), b.atNs()));
        StringBuilder text = new StringBuilder(table.header()).append('\n');
        for (Line line : lines) {
            text.append(line.text());
        }
        Files.writeString(folder.resolve(name), text);
    }

    private void metrics(String server) throws IOException {
        StringBuilder text = new StringBuilder(CsvTable.METRICS.header()).append('\n');
        boolean mock = server.equals("mocks");
        long traffic = 0;
        int threads = mock ? 12 : 24;
        for (long t = startNs; t < endNs; t += SampleRun.seconds(1)) {
            traffic += 60_000 + random.nextInt(20_000);
            threads += random.nextInt(3) == 0 ? 1 : 0;
            double cpu = (mock ? 0.2 : slow ? 0.9 : 0.45) + 0.05 * random.nextGaussian();
            double memory = (mock ? 90e6 : 300e6) + 20e6 * random.nextDouble();
            text.append(observation(t, "cpu", Math.max(0, cpu), "cores", "/proc/PID/stat"))
                    .append(observation(t, "threads", threads, "threads", "/proc/PID/status"))
                    .append(observation(t, "memory", memory, "bytes", "/proc/PID/status"))
                    .append(observation(t, "traffic", (double) traffic, "bytes", "sock_diag"));
            if (mock) {
                text.append(t).append(",gc,,count,unavailable: no JVM publishes counters\n");
            } else {
                collections(t, text);
            }
        }
        Files.writeString(folder.resolve(RunFiles.Each.METRICS.of(server)), text);
    }

    /** Adds a collection of 8 ms each second; the slow engine has twice as many and allocates twice as much. */
    private void collections(long t, StringBuilder text) {
        double collections = (slow ? 2.0 : 1.0) * (t - startNs) / SampleRun.seconds(1);
        text.append(observation(t, "gc", collections, "count", "hsperfdata"))
                .append(observation(t, "gc-pause", 0.008 * collections, "s", "hsperfdata"))
                .append(observation(t, "gc-longest", slow ? 0.016 : 0.009, "s", "log of collections"))
                .append(observation(t, "safepoint-time", 0.01 * collections, "s", "hsperfdata"))
                .append(observation(t, "allocated", 150e6 * collections, "bytes", "log of collections"));
    }

    private static String observation(long at, String metric, double value, String unit, String source) {
        return String.format(Locale.ROOT, "%d,%s,%.3f,%s,%s\n", at, metric, value, unit, source);
    }

    private void events(long drainedNs) throws IOException {
        Files.writeString(
                folder.resolve(RunFiles.EVENTS),
                CsvTable.EVENTS.header() + "\n"
                        + event(startNs, EventKind.PHASE, PhaseRecord.WARM_UP, "begins")
                        + event(measureNs, EventKind.PHASE, PhaseRecord.MEASURE, "begins")
                        + event(
                                measureNs + (endNs - measureNs) / 2,
                                EventKind.MODEL,
                                "slow of mocks",
                                "0.0 ms after its time",
                                testCase.events().get(0).id())
                        + event(endNs, EventKind.PHASE, PhaseRecord.DRAIN, "begins")
                        + event(drainedNs, EventKind.SERVER, testCase.server(), "stopped"));
    }

    private static String event(long at, EventKind kind, String subject, String detail) {
        return event(at, kind, subject, detail, "");
    }

    private static String event(long at, EventKind kind, String subject, String detail, String event) {
        return CsvTable.EVENTS.line(at, kind.text(), subject, detail, event);
    }
}
