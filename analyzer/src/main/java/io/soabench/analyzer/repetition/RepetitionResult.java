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
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import java.util.List;
import java.util.Map;

/**
 * What is known of one repetition.
 *
 * @param execution place in the order of the run, from 1
 * @param parts what is known of the requests of each process of the case; empty when there are no data
 * @param state of the driver's record, UNKNOWN when there is none
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

    /** What a repetition is good for. */
    public enum Verdict {
        /** Its numbers count. */
        VALID,
        /** They count, but its response times are only least values: the engine did not keep up, or was too slow to tell. */
        SATURATED,
        /** They count, but its response times are not those of a load that was settled. */
        UNSETTLED,
        /** Its numbers are shown, but never put together with others. */
        INVALID,
        /** There are no data. */
        MISSING
    }

    /**
     * Whether it counts, and why.
     *
     * @param timeliness what is still to be judged against its block, see {@link #judgedAgainst}
     */
    public record Judgement(
            Verdict verdict, List<CriterionCheck> checks, List<LedgerEntry> ledger, Timeliness timeliness) {}

    /**
     * When what was done.
     *
     * @param startedNs start of the measured window; 0 when unknown
     * @param measuredS its length in seconds
     * @param besidesS what the repetition took before and after it, from the first phase to the last; NaN when unknown
     * @param warmUpS length of the warm-up before the measurement in seconds; NaN when unknown
     * @param warmUp how it ended; null when unknown
     * @param steadyAfterS seconds after which response times were steady; NaN when it cannot be told
     * @param meanErrorMs standard error of the mean response time by what varied within the measurement; NaN when it cannot be told
     * @param trend of the response times over the measurement
     * @param partMedians medians of the response times of equal parts of the measurement, milliseconds; NaN where a part has too few
     *     requests, empty when nothing was measured
     * @param steady whether they were steady, those of each process
     * @param pace whether the engine kept up
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
                SteadinessState.NOT_ASSESSED,
                EnginePace.UNKNOWN,
                Double.NaN);
    }

    /**
     * Requests and their times.
     *
     * @param warmUp requests of the warm-up
     * @param requests of the phase measure
     * @param succeeded of these
     * @param throughput successful answers per second, NaN when unknown
     * @param response of successful and timed-out requests: end − intended
     * @param service of the same requests: end − start
     * @param slip of all requests: start − intended
     * @param lateness of all requests: slip, and what partners were late on the critical path
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
     * What else was found.
     *
     * @param log the lines that tell most in the logs of a server that failed or hung, or by which requests failed
     * @param roundTrips as the driver recorded them
     * @param loads what load clients say of themselves
     */
    public record Details(
            List<FailureCause> failureCauses,
            List<ServiceUse> services,
            List<MetricSummary> metrics,
            List<LogLine> log,
            List<RoundTripRecord> roundTrips,
            List<LoadRecord> loads) {

        static final Details NONE = new Details(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /**
     * What is known of the requests of one process.
     *
     * @param process its name
     */
    public record Part(String process, Requests answered, EngineOverhead overhead) {

        /** Requests that were not answered well. */
        public long failures() {
            return answered.requests() - answered.succeeded();
        }
    }

    /** The requests of a process, or of all together; none when the case does not call it. */
    public Requests answeredBy(String process) {
        return parts.stream()
                .filter(part -> part.process().equals(process))
                .map(Part::answered)
                .findFirst()
                .orElse(process.equals(testCase.subject()) ? answered : Requests.NONE);
    }

    /** What it is good for. */
    public Verdict verdict() {
        return judgement.verdict();
    }

    /** What the criteria of validity found. */
    public List<CriterionCheck> checks() {
        return judgement.checks();
    }

    /** Its ledger. */
    public List<LedgerEntry> ledger() {
        return judgement.ledger();
    }

    /** Requests of the phase measure. */
    public long requests() {
        return answered.requests();
    }

    /** Requests that were answered well. */
    public long succeeded() {
        return answered.succeeded();
    }

    /** Requests that were not answered well. */
    public long failures() {
        return requests() - succeeded();
    }

    /** Share of the requests that failed; NaN when there were none. */
    public double failureRate() {
        return requests() == 0 ? Double.NaN : (double) failures() / requests();
    }

    /** Successful answers per second, NaN when unknown. */
    public double throughput() {
        return answered.throughput();
    }

    /** Response times of successful and timed-out requests: end − intended. */
    public DurationSummary response() {
        return answered.response();
    }

    /** Why requests failed, the most frequent first. */
    public List<FailureCause> failureCauses() {
        return details.failureCauses();
    }

    /** Whether its numbers count, and its response times can be compared with others. */
    public boolean valid() {
        return verdict() == Verdict.VALID;
    }

    /**
     * Whether its numbers count: whoever measured them did right. That an engine does not keep up is no reason to leave them out; its
     * other repetitions would flatter it.
     */
    public boolean usable() {
        return switch (verdict()) {
            case VALID, SATURATED, UNSETTLED -> true;
            case INVALID, MISSING -> false;
        };
    }

    /**
     * What slip, late partners, and, where the run was calibrated, messages that wait to be read added to the mean response time, as a share
     * of it; 0 when nothing is known.
     */
    public double harnessShare() {
        double addedMs = answered.lateness().mean() + judgement.timeliness().meanWaitMs();
        double share = addedMs / answered.response().mean();
        return Double.isNaN(share) || Double.isInfinite(share) ? 0 : share;
    }

    /** The same, with how late the harness was held against the fastest of its block. */
    public RepetitionResult judgedAgainst(Map<String, Timeliness.Fastest> block) {
        return with(Criteria.together(checks(), judgement.timeliness().checks(block)));
    }

    /** The same, left out because other programs took more of the processors than in repetitions that it is compared with. */
    public RepetitionResult unmatched() {
        return with(Criteria.unmatched(checks()));
    }

    /** Whether other programs took so much of the processors that it is only put together with repetitions of which that is true, too. */
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

    /** The kind of start that it was; unknown where the load or something else is meant to change. */
    public StartClass start() {
        return steady() == SteadinessState.NOT_MEANT
                ? StartClass.UNKNOWN
                : StartClass.of(measurement.partMedians().stream()
                        .mapToDouble(median -> median)
                        .toArray());
    }

    /** Whether its response times were steady. */
    public SteadinessState steady() {
        return measurement.steady();
    }

    /**
     * Whether something outside of the experiment kept the machine busy, whatever that did to the numbers: it is measured again, together
     * with the same repetition of all engines of its block.
     */
    public boolean interfered() {
        return Criteria.interfered(checks());
    }

    /**
     * Whether all that is wrong with it is that the load client or the mocked partners were late: something else kept the
     * machine busy, or it is too small. Where it is known that something else did, too few requests of a closed workload are no fault of the
     * model either; what arrives under an open one is planned.
     */
    public boolean disturbed() {
        return verdict() == Verdict.INVALID
                && Criteria.disturbed(checks(), measurement.pace().open());
    }

    /**
     * Requests that failed because the model makes partners fail, or takes the process away.
     *
     * @param process that was called; the subject of the case for all processes of a mix
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

    /** The sentences of the checks with that result. */
    public List<String> sentences(CriterionCheck.State state) {
        return checks().stream()
                .filter(c -> c.state() == state)
                .map(CriterionCheck::sentence)
                .toList();
    }

    /** The same with other series and statistics. */
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

    /** The same without its points and timelines, which are large. */
    public RepetitionResult withoutTimelines() {
        return with(
                measured,
                new ChartSeries(
                        List.of(),
                        List.of(),
                        series.histogram(),
                        series.percentiles(),
                        List.of(),
                        List.of(),
                        series.stages(),
                        series.data(),
                        series.failedRows(),
                        SingleRequests.NONE));
    }

    /** The same without the single values behind its statistics. */
    public RepetitionResult withoutDistributions() {
        return with(new RepetitionStatistics(measured.values(), Map.of()), series);
    }
}
