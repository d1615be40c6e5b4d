package io.soabench.maven.live;

import io.soabench.driver.Phase;
import io.soabench.driver.Progress;
import io.soabench.maven.live.RunStatus.Change;
import io.soabench.maven.live.RunStatus.Figures;
import io.soabench.maven.live.RunStatus.Finished;
import io.soabench.maven.live.RunStatus.Line;
import io.soabench.maven.live.RunStatus.Outcome;
import io.soabench.maven.live.RunStatus.Point;
import io.soabench.maven.live.RunStatus.Repetitions;
import io.soabench.maven.live.RunStatus.Running;
import io.soabench.maven.live.RunStatus.Subject;
import io.soabench.maven.live.RunStatus.Whole;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Execution;
import io.soabench.plan.ModelOrigin;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The state of a run, made from its progress. Each method that changes it returns the change for readers of the page.
 * Not thread-safe. Instants are of the clock of the run, in nanoseconds since the epoch.
 */
final class RunState {

    /** The number of repetitions that have ended, lines and points that are kept; points come once a second. */
    static final int MOST_KEPT = 300;

    /** The least number of requests for a 99th percentile, here as in the report. */
    static final long FOR_P99 = StatisticFunction.valuesFor(0.99);

    /** The phases in which servers are observed and their processor times are worth a look. */
    private static final Set<Phase> UNDER_LOAD = EnumSet.of(Phase.WARM_UP, Phase.MEASURE, Phase.DRAIN);

    private final String testbed;
    private final String title;
    private final String run;
    private final Map<Execution, Repetition> running = new LinkedHashMap<>();
    private final Recent<Finished> finished = new Recent<>(MOST_KEPT);
    private final Recent<Line> log = new Recent<>(MOST_KEPT);
    private final Recent<Point> points = new Recent<>(MOST_KEPT);
    private RunEstimate estimate = new RunEstimate();
    private int planned;
    private int completed;
    private int failed;
    private String doing = "preparing";
    private boolean interrupted;
    private Outcome outcome;
    private long nowNs;

    /** The state of a repetition that runs. */
    private static final class Repetition {

        private final Subject subject;
        private final Path folder;
        private Phase phase = Phase.PREPARE;
        private long sinceNs;
        private long lengthMs = -1;
        private Figures load;
        private Map<String, Double> processors = Map.of();
        private Progress.Measured measured;

        Repetition(Subject subject, Path folder, long nowNs) {
            this.subject = subject;
            this.folder = folder;
            this.sinceNs = nowNs;
        }

        Running running() {
            return new Running(
                    subject,
                    phase.label(),
                    phase.doing(),
                    ms(sinceNs),
                    lengthMs < 0 ? null : lengthMs,
                    load,
                    processors);
        }

        Finished finished(boolean completed, String message) {
            return measured == null
                    ? new Finished(subject, completed, message, null, null, null, null)
                    : new Finished(
                            subject,
                            completed,
                            message,
                            measured.requests(),
                            known(measured.answersPerSecond()),
                            measured.failures(),
                            p99(measured.p99Ms(), measured.requests()));
        }

        String name(int count) {
            return "[" + this.subject.k() + "/" + count + "] " + this.subject.caseId() + " #"
                    + this.subject.repetition();
        }
    }

    /**
     * Creates the state of a run in which nothing has happened yet.
     *
     * @param origin the model of the run
     * @param run name of the run's folder
     */
    RunState(ModelOrigin origin, String run, long nowNs) {
        this.testbed = origin.testbed();
        this.title = origin.title();
        this.run = run;
        this.nowNs = nowNs;
    }

    /**
     * Notes the start of a repetition.
     *
     * @param testCase the case of the repetition
     * @param folder folder of all repetitions of the driver's work
     */
    Change started(long atNs, CasePlan testCase, Execution execution, Path folder, int k, int n) {
        nowNs = atNs;
        if (k == 1) {
            // The driver begins with more work: measurements that are repeated, or that the pilots call for.
            estimate = new RunEstimate();
            completed = 0;
            failed = 0;
        }
        planned = n;
        estimate.started(atNs, n);
        doing = "";
        Subject subject = new Subject(
                k, testCase.id(), testCase.server(), testCase.subject(), testCase.workload(), execution.repetition());
        Repetition repetition =
                new Repetition(subject, RunFiles.repetition(folder, execution.caseId(), execution.repetition()), atNs);
        running.put(execution, repetition);
        return line(repetition.name(n));
    }

    /** Notes a phase. */
    Change entered(long atNs, Execution execution, Phase phase, long lengthMs) {
        nowNs = atNs;
        Repetition repetition = running.get(execution);
        repetition.phase = phase;
        repetition.sinceNs = atNs;
        repetition.lengthMs = lengthMs;
        repetition.load = null;
        if (!UNDER_LOAD.contains(phase)) {
            repetition.processors = Map.of();
        }
        return lengthMs > 0
                ? line(repetition.name(planned) + ": " + phase.doing() + " ("
                        + TimeUnit.MILLISECONDS.toSeconds(lengthMs) + " s)")
                : change(null, null, null);
    }

    /** Notes the figures of the load clients, and looks at the processor times. */
    Change load(long atNs, Execution execution, Progress.Load load) {
        nowNs = atNs;
        Repetition repetition = running.get(execution);
        repetition.load = new Figures(
                load.sent(),
                load.sentPerSecond(),
                load.answersPerSecond(),
                load.inFlight(),
                load.failures(),
                positive(load.medianMs()),
                p99(load.p99Ms(), load.sent()),
                load.slipP99Ms());
        repetition.processors = ProcessorTimes.of(repetition.folder, atNs);
        Point point = new Point(
                ms(atNs),
                repetition.subject.k(),
                repetition.phase.label(),
                load.sentPerSecond(),
                load.answersPerSecond(),
                repetition.load.medianMs(),
                repetition.load.p99Ms());
        points.add(point);
        return change(null, null, point);
    }

    /** Notes the result of a repetition that is about to end. */
    Change measured(long atNs, Execution execution, Progress.Measured measured) {
        nowNs = atNs;
        running.get(execution).measured = measured;
        return change(null, null, null);
    }

    /** Notes the end of a repetition. */
    Change ended(long atNs, Execution execution, boolean whole, String message) {
        nowNs = atNs;
        Repetition repetition = running.remove(execution);
        estimate.ended(atNs);
        completed += whole ? 1 : 0;
        failed += whole ? 0 : 1;
        Finished its = repetition.finished(whole, message);
        finished.add(its);
        Line line = new Line(ms(atNs), repetition.name(planned) + (whole ? ": done" : ": FAILED: " + message));
        log.add(line);
        return change(its, line, null);
    }

    /** Notes a sentence. */
    Change noted(long atNs, String sentence) {
        nowNs = atNs;
        return line(sentence);
    }

    /** Notes the activity of the run beside repetitions. */
    Change doing(long atNs, String activity) {
        nowNs = atNs;
        doing = activity;
        return line(activity);
    }

    /** Notes that the user has ended the run. */
    Change interrupted(long atNs) {
        nowNs = atNs;
        interrupted = true;
        return line("the run was interrupted and stops its servers");
    }

    /** Notes the end of the run. */
    Change over(long atNs, Outcome end) {
        nowNs = atNs;
        doing = "";
        outcome = end;
        running.clear();
        return line(end.success() ? "the run has ended" : "the run has ended: " + end.sentence());
    }

    /** Returns the present state. */
    RunStatus status() {
        boolean more = outcome == null && completed + failed < planned;
        OptionalLong left = more ? estimate.leftMs(nowNs) : OptionalLong.empty();
        return new RunStatus(
                testbed,
                title,
                run,
                doing,
                interrupted,
                outcome,
                ms(nowNs),
                new Repetitions(planned, completed, failed),
                left.isPresent() ? left.getAsLong() : null,
                running.values().stream().map(Repetition::running).toList());
    }

    /** Returns the whole kept state. */
    Whole whole() {
        return new Whole(status(), finished.list(), log.list(), points.list());
    }

    private Change line(String text) {
        Line line = new Line(ms(nowNs), text);
        log.add(line);
        return change(null, line, null);
    }

    private Change change(Finished its, Line line, Point point) {
        return new Change(status(), its, line, point);
    }

    private static long ms(long ns) {
        return TimeUnit.NANOSECONDS.toMillis(ns);
    }

    private static Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    private static Double positive(double value) {
        return value > 0 ? (Double) value : null;
    }

    private static Double p99(double ms, long requests) {
        return requests < FOR_P99 || Double.isNaN(ms) ? null : positive(ms);
    }
}
