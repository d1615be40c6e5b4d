package io.soabench.maven.live;

import java.util.List;
import java.util.Map;

/**
 * The state of a run at one instant, as the page and {@code status.json} show it. Instants are milliseconds since the
 * epoch. A component that is {@code null} is not known, and JSON leaves it out.
 *
 * @param testbed name of the testbed
 * @param title title of the testbed
 * @param run name of the run's folder
 * @param doing activity of the run beside repetitions, e.g. {@code rendering the report}
 * @param interrupted whether the user has ended the run, which stops its servers then
 * @param outcome {@code null} while the run lasts
 * @param atMs instant of this state
 * @param repetitions numbers of repetitions of the present round
 * @param leftMs estimate of the time until all repetitions have ended
 * @param running the repetitions that run now
 */
record RunStatus(
        String testbed,
        String title,
        String run,
        String doing,
        boolean interrupted,
        Outcome outcome,
        long atMs,
        Repetitions repetitions,
        Long leftMs,
        List<Running> running) {

    /**
     * The end of a run.
     *
     * @param success whether the goal succeeded
     * @param sentence the reason of a failure, or the place of the report
     */
    record Outcome(boolean success, String sentence) {}

    /**
     * Numbers of repetitions. A run may have several rounds: repetitions that are measured again, or that the pilots
     * call for.
     *
     * @param planned repetitions of the present round
     * @param completed repetitions of this round that have ended and can be used
     * @param failed repetitions of this round that have failed
     */
    record Repetitions(int planned, int completed, int failed) {}

    /**
     * The subject of a repetition.
     *
     * @param k number in its round, from 1
     * @param caseId name of the case
     * @param engine name of the server under test; empty for a black box
     * @param process the called process or processes
     * @param workload name of the workload
     * @param repetition number of the repetition of that case, from 1
     */
    record Subject(int k, String caseId, String engine, String process, String workload, int repetition) {}

    /**
     * A repetition that runs.
     *
     * @param phase name of the phase as in the journal
     * @param doing activity of the phase in words
     * @param sinceMs instant at which the phase was entered
     * @param lengthMs expected length of the phase
     * @param load figures of the load clients
     * @param processors processors in use, by server or load client; only of processes on this machine
     */
    record Running(
            Subject of,
            String phase,
            String doing,
            long sinceMs,
            Long lengthMs,
            Figures load,
            Map<String, Double> processors) {}

    /**
     * Figures of all load clients together.
     *
     * @param sent requests since the start of the repetition
     * @param sentPerSecond requests that were sent in the last second or so
     * @param answersPerSecond right answers in the last second or so
     * @param inFlight requests that are not answered yet
     * @param failures requests without a right answer
     * @param medianMs median of the response times in this phase
     * @param p99Ms 99th percentile of the response times in this phase; {@code null} of few requests
     * @param slipP99Ms 99th percentile of the delays with which requests were sent in this phase
     */
    record Figures(
            long sent,
            double sentPerSecond,
            double answersPerSecond,
            long inFlight,
            long failures,
            Double medianMs,
            Double p99Ms,
            double slipP99Ms) {}

    /**
     * A repetition that has ended.
     *
     * @param message reason of a failure; empty when all went well
     * @param requests requests of the measurement
     * @param answersPerSecond right answers a second in the measurement
     * @param failures requests of the measurement without a right answer
     * @param p99Ms 99th percentile of the response times; {@code null} of few requests
     */
    record Finished(
            Subject of,
            boolean completed,
            String message,
            Long requests,
            Double answersPerSecond,
            Long failures,
            Double p99Ms) {}

    /** A line of the log. */
    record Line(long atMs, String text) {}

    /**
     * Figures of one instant for the chart.
     *
     * @param k number of the repetition in its round
     * @param phase name of the phase
     */
    record Point(long atMs, int k, String phase, double sent, double answers, Double medianMs, Double p99Ms) {}

    /**
     * A new state with what has come to the lists since the state before. Each addition may be {@code null}.
     */
    record Change(RunStatus status, Finished finished, Line line, Point point) {}

    /**
     * All that is kept of a run.
     *
     * @param finished the last repetitions that have ended, oldest first
     * @param log the last lines, oldest first
     * @param points the last points of the chart, oldest first
     */
    record Whole(RunStatus status, List<Finished> finished, List<Line> log, List<Point> points) {}
}
