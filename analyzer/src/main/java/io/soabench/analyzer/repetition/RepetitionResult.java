package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.LogLine;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.StartClass;
import io.soabench.analyzer.stat.Trend;
import io.soabench.analyzer.validity.Criteria;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.EnginePace;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.analyzer.validity.SteadinessState;
import io.soabench.analyzer.validity.Timeliness;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EventKind;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import java.util.List;
import java.util.Map;

/**
 * The result of one repetition.
 *
 * @param execution place in the order of the run, from 1
 * @param parts results for each process of the case; empty without data
 * @param state state of the driver's record, UNKNOWN without a record
 */
public record RepetitionResult(
        CasePlan testCase,
        int repetition,
        int execution,
        String state,
        Judgement judgement,
        Measurement measurement,
        Requests answered,
        List<Part> parts,
        EngineOverhead overheads,
        RepetitionStatistics measured,
        Details details,
        ChartSeries series) {

    /** The usability of a repetition. */
    public enum Verdict {
        /** The numbers of the repetition count. */
        VALID,
        /** The numbers count, but response times are only least values: the engine did not keep up, or was too slow for a decision. */
        SATURATED,
        /** The numbers count, but response times are not those of a settled load. */
        UNSETTLED,
        /** The numbers are shown, but never combined with others. */
        INVALID,
        /** There are no data. */
        MISSING
    }

    /**
     * The verdict on a repetition, with its reasons.
     *
     * @param timeliness lateness that is still to be judged against the block, see {@link #judgedAgainst}
     */
    public record Judgement(
            Verdict verdict, List<CriterionCheck> checks, List<LedgerEntry> ledger, Timeliness timeliness) {}

    /**
     * The times of a repetition, and the course of its response times.
     *
     * @param startedNs start of the measured window; 0 when unknown
     * @param measuredS its length in seconds
     * @param besidesS seconds of the repetition before and after it, from the first phase to the last; NaN when unknown
     * @param warmUpS length of the warm-up before the measurement in seconds; NaN when unknown
     * @param warmUp its end; null when unknown
     * @param steadyAfterS seconds after which response times were steady; NaN when unknown
     * @param meanErrorMs standard error of the mean response time by the variation within the measurement; NaN when
     *     unknown
     * @param trend trend of the response times over the measurement
     * @param partMedians medians of the response times of equal parts of the measurement, milliseconds; NaN where a
     *     part has too few requests, empty when nothing was measured
     * @param answers course of the throughput
     * @param steady steadiness of the response times of all processes
     * @param pace pace of the engine
     * @param generatorCpu share of its host that the busiest load client used; NaN when unknown
     */
    public record Measurement(
            long startedNs,
            double measuredS,
            double besidesS,
            double warmUpS,
            LoadRecord.WarmUp warmUp,
            double steadyAfterS,
            double meanErrorMs,
            Trend trend,
            List<Double> partMedians,
            AnswerCourse answers,
            SteadinessState steady,
            EnginePace pace,
            double generatorCpu) {

        static final Measurement UNKNOWN = new Measurement(
                0,
                0,
                Double.NaN,
                Double.NaN,
                null,
                Double.NaN,
                Double.NaN,
                Trend.UNKNOWN,
                List.of(),
                AnswerCourse.UNKNOWN,
                SteadinessState.NOT_ASSESSED,
                EnginePace.UNKNOWN,
                Double.NaN);
    }

    /**
     * Requests and their times.
     *
     * @param warmUp requests of the warm-up
     * @param requests requests of the phase measure
     * @param succeeded successful ones among these
     * @param throughput successful answers per second, NaN when unknown
     * @param response of successful and timed-out requests: end − intended
     * @param service of the same requests: end − start
     * @param slip of all requests: start − intended
     * @param lateness of all requests: slip, and the lateness of partners on the critical path
     */
    public record Requests(
            long warmUp,
            long requests,
            long succeeded,
            double throughput,
            DurationSummary response,
            DurationSummary service,
            DurationSummary slip,
            DurationSummary lateness) {

        static final Requests NONE = new Requests(
                0,
                0,
                0,
                Double.NaN,
                DurationSummary.EMPTY,
                DurationSummary.EMPTY,
                DurationSummary.EMPTY,
                DurationSummary.EMPTY);
    }

    /**
     * Further findings.
     *
     * @param log the most informative lines in the logs of a server that failed or hung, or that made requests fail
     * @param roundTrips round trips as the driver recorded them
     * @param loads records of the load clients
     * @param kills effects of events that killed the engine
     * @param instances instances by the engine's own history
     * @param singleInstances some of them, one by one
     */
    public record Details(
            List<FailureCause> failureCauses,
            List<ServiceUse> services,
            List<MetricSummary> metrics,
            List<LogLine> log,
            List<RoundTripRecord> roundTrips,
            List<LoadRecord> loads,
            List<KillEffect> kills,
            List<InstanceCount> instances,
            List<InstancePoint> singleInstances) {

        static final Details NONE = new Details(
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /**
     * The results for one process.
     *
     * @param process its name
     */
    public record Part(String process, Requests answered, EngineOverhead overhead) {

        /** Returns the number of requests that were not answered well. */
        public long failures() {
            return answered.requests() - answered.succeeded();
        }
    }

    /** Returns the requests of a process, or of all together; none when the case does not call it. */
    public Requests answeredBy(String process) {
        return parts.stream()
                .filter(part -> part.process().equals(process))
                .map(Part::answered)
                .findFirst()
                .orElse(process.equals(testCase.subject()) ? answered : Requests.NONE);
    }

    /** Returns the usability of the repetition. */
    public Verdict verdict() {
        return judgement.verdict();
    }

    /** Returns the findings of the criteria of validity. */
    public List<CriterionCheck> checks() {
        return judgement.checks();
    }

    /** Returns the ledger. */
    public List<LedgerEntry> ledger() {
        return judgement.ledger();
    }

    /** Returns the number of requests of the phase measure. */
    public long requests() {
        return answered.requests();
    }

    /** Returns the number of requests that were answered well. */
    public long succeeded() {
        return answered.succeeded();
    }

    /** Returns the number of requests that were not answered well. */
    public long failures() {
        return requests() - succeeded();
    }

    /** Returns the share of the requests that failed; NaN without requests. */
    public double failureRate() {
        return requests() == 0 ? Double.NaN : (double) failures() / requests();
    }

    /** Returns the successful answers per second, NaN when unknown. */
    public double throughput() {
        return answered.throughput();
    }

    /** Returns the response times of successful and timed-out requests: end − intended. */
    public DurationSummary response() {
        return answered.response();
    }

    /** Returns the causes of failures, the most frequent first. */
    public List<FailureCause> failureCauses() {
        return details.failureCauses();
    }

    /** Returns whether the numbers count and the response times can be compared with others. */
    public boolean valid() {
        return verdict() == Verdict.VALID;
    }

    /**
     * Returns whether the numbers count, because they were measured correctly. A repetition in which the engine did not
     * keep up is usable, too. Without it, the engine would look too fast.
     */
    public boolean usable() {
        return switch (verdict()) {
            case VALID, SATURATED, UNSETTLED -> true;
            case INVALID, MISSING -> false;
        };
    }

    /**
     * Returns the share of the mean response time that the harness added: slip, late partners and, in a calibrated run, messages that wait
     * for their reader. 0 when unknown.
     */
    public double harnessShare() {
        double addedMs = answered.lateness().mean() + judgement.timeliness().meanWaitMs();
        double share = addedMs / answered.response().mean();
        return Double.isNaN(share) || Double.isInfinite(share) ? 0 : share;
    }

    /** Returns the same result with its lateness judged against the fastest repetition of its block. */
    public RepetitionResult judgedAgainst(Map<String, Timeliness.Fastest> block) {
        return with(Criteria.together(checks(), judgement.timeliness().checks(block)));
    }

    /** Returns the same result, left out because other programs took more of the processors than in compared repetitions. */
    public RepetitionResult unmatched() {
        return with(Criteria.unmatched(checks()));
    }

    /** Returns whether other programs took so much of the processors that it is combined only with repetitions of the same kind. */
    public boolean needsMatch() {
        return Criteria.needsMatch(Criteria.takenByOthers(checks()));
    }

    private RepetitionResult with(List<CriterionCheck> all) {
        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                state,
                new Judgement(verdict(all, verdict(), measurement.pace()), all, ledger(), judgement.timeliness()),
                measurement,
                answered,
                parts,
                overheads,
                measured,
                details,
                series);
    }

    private static Verdict verdict(List<CriterionCheck> checks, Verdict before, EnginePace pace) {
        if (before == Verdict.MISSING) {
            return before;
        }
        if (checks.stream().anyMatch(c -> c.state() == CriterionCheck.State.VIOLATED)) {
            return Verdict.INVALID;
        }
        return switch (pace.state()) {
            case KEPT -> Verdict.VALID;
            case SATURATED -> Verdict.SATURATED;
            case UNSETTLED -> Verdict.UNSETTLED;
        };
    }

    /** Returns the kind of the start; unknown where the load or something else is meant to change. */
    public StartClass start() {
        return steady() == SteadinessState.NOT_MEANT
                ? StartClass.UNKNOWN
                : StartClass.of(measurement.partMedians().stream()
                        .mapToDouble(median -> median)
                        .toArray());
    }

    /** Returns the steadiness of the response times. */
    public SteadinessState steady() {
        return measurement.steady();
    }

    /**
     * Returns whether a disturbance from outside the experiment kept the machine busy, with any effect on the numbers. Then the repetition
     * is measured again, together with the same repetition of all engines of its block.
     */
    public boolean interfered() {
        return Criteria.interfered(checks());
    }

    /**
     * Returns whether all violations are lateness of the load client or the mocked partners: something else kept the machine busy, or the
     * machine is too small. With evidence of other programs, too few requests of a closed workload are a disturbance, too; those of an open
     * workload are planned.
     */
    public boolean disturbed() {
        return verdict() == Verdict.INVALID
                && Criteria.disturbed(checks(), measurement.pace().open());
    }

    /**
     * Returns the number of requests that failed because the model makes partners fail, or removes the process.
     *
     * @param process process that was called; the subject of the case for all processes of a mix
     */
    public long planned(String process) {
        return failureCauses().stream()
                .filter(cause -> cause.origin().equals(FailureCauses.PARTNER)
                        || cause.origin().equals(FailureCauses.EVENT))
                .filter(cause ->
                        process.equals(testCase.subject()) || cause.process().equals(process))
                .mapToLong(FailureCause::requests)
                .sum();
    }

    /** Returns the sentences of the checks with a state. */
    public List<String> sentences(CriterionCheck.State state) {
        return checks().stream()
                .filter(c -> c.state() == state)
                .map(CriterionCheck::sentence)
                .toList();
    }

    /** Returns the same result with other series and statistics. */
    private RepetitionResult with(RepetitionStatistics numbers, ChartSeries other) {
        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                state,
                judgement,
                measurement,
                answered,
                parts,
                overheads,
                numbers,
                details,
                other);
    }

    /** Returns the same result without its points and timelines, which are large. Of the events, those of servers remain. */
    public RepetitionResult withoutTimelines() {
        return with(
                measured,
                new ChartSeries(
                        List.of(),
                        List.of(),
                        series.histogram(),
                        series.percentiles(),
                        List.of(),
                        series.events().stream()
                                .filter(event -> event.kind().equals(EventKind.SERVER.text()))
                                .toList(),
                        series.stages(),
                        series.data(),
                        series.failedRows(),
                        SingleRequests.NONE,
                        series.pending().withoutCourse()));
    }

    /** Returns the same result without the single values behind its statistics. */
    public RepetitionResult withoutDistributions() {
        return with(new RepetitionStatistics(measured.values(), Map.of()), series);
    }
}
