package io.soabench.analyzer.judge;

import io.soabench.analyzer.folder.LogLine;
import io.soabench.analyzer.folder.ServiceUse;
import io.soabench.analyzer.stat.Summary;
import io.soabench.analyzer.validity.Check;
import io.soabench.analyzer.validity.Criteria;
import io.soabench.analyzer.validity.LedgerEntry;
import io.soabench.plan.LoadRecord;
import io.soabench.plan.Plan.CasePlan;
import io.soabench.plan.RepetitionRecord.RoundTripRecord;
import java.util.List;

/**
 * What is known of one repetition.
 *
 * @param execution place in the order of the run, from 1
 * @param state of the driver's record, UNKNOWN when there is none
 * @param startedNs begin of the measured window; 0 when unknown
 * @param measuredS its length in seconds
 * @param requests of the phase measure
 * @param throughput successful answers per second, NaN when unknown
 * @param response of successful and timed-out requests: end − intended
 * @param service of the same requests: end − start
 * @param slip of all requests: start − intended
 * @param generatorCpu share of its host that the busiest load client used; NaN when unknown
 * @param overheadNote why there is no overhead, or empty
 * @param drift see {@link io.soabench.analyzer.stat.SteadyState#drift}
 * @param log the lines that tell most in the logs of a server that failed or hung, or by which requests failed
 * @param roundTrips as the driver recorded them
 * @param warmedUpS length of the warm-up before the measurement in seconds; NaN when unknown
 * @param warmUp how it ended; null when unknown
 * @param warmUpS detected length of the warm-up in seconds; NaN when it cannot be told
 */
public record RepetitionResult(
        CasePlan testCase,
        int repetition,
        int execution,
        String state,
        Verdict verdict,
        List<Check> checks,
        List<LedgerEntry> ledger,
        long startedNs,
        double measuredS,
        long warmUpRequests,
        long requests,
        long succeeded,
        double throughput,
        Summary response,
        Summary service,
        Summary slip,
        double generatorCpu,
        Summary overhead,
        double idealMedianMs,
        String overheadNote,
        double drift,
        double warmedUpS,
        LoadRecord.WarmUp warmUp,
        double warmUpS,
        List<FailureCause> failureCauses,
        List<ServiceUse> services,
        List<MetricSummary> metrics,
        List<LogLine> log,
        List<RoundTripRecord> roundTrips,
        Series series) {

    /** What a repetition is good for. */
    public enum Verdict {
        /** Its numbers count. */
        VALID,
        /** Its numbers are shown, but never put together with others. */
        INVALID,
        /** There are no data. */
        MISSING
    }

    /** Requests that were not answered well. */
    public long failures() {
        return requests - succeeded;
    }

    /** Share of the requests that failed; NaN when there were none. */
    public double failureRate() {
        return requests == 0 ? Double.NaN : (double) failures() / requests;
    }

    /** Whether its numbers count. */
    public boolean valid() {
        return verdict == Verdict.VALID;
    }

    /**
     * Whether all that is wrong with it is that the load client or the mocked partners were late: something else kept the
     * machine busy, or it is too small.
     */
    public boolean disturbed() {
        return verdict == Verdict.INVALID && Criteria.disturbed(checks);
    }

    /** The sentences of the checks with that result. */
    public List<String> sentences(Check.State state) {
        return checks.stream()
                .filter(c -> c.state() == state)
                .map(Check::sentence)
                .toList();
    }

    /** The same without its points and timelines, which are large. */
    public RepetitionResult withoutCharts() {
        return new RepetitionResult(
                testCase,
                repetition,
                execution,
                state,
                verdict,
                checks,
                ledger,
                startedNs,
                measuredS,
                warmUpRequests,
                requests,
                succeeded,
                throughput,
                response,
                service,
                slip,
                generatorCpu,
                overhead,
                idealMedianMs,
                overheadNote,
                drift,
                warmedUpS,
                warmUp,
                warmUpS,
                failureCauses,
                services,
                metrics,
                log,
                roundTrips,
                new Series(List.of(), List.of(), series.histogram(), series.percentiles(), List.of(), List.of()));
    }
}
