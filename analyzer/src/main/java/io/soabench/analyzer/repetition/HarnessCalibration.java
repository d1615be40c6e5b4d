package io.soabench.analyzer.repetition;

import io.soabench.analyzer.folder.EnvironmentEntries;
import io.soabench.analyzer.folder.RepetitionFolder;
import io.soabench.analyzer.stat.DurationSummary;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.analyzer.validity.Timeliness;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Json;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The time that the harness itself takes: response times of requests with a relay in the place of an engine and a mock
 * host that answers at once. It is measured before all repetitions, as a run within the run.
 *
 * @param requests number of requests that were answered
 * @param response their response times, milliseconds
 * @param waits their additional time over the shortest one: the wait of answers for the load client, of calls for the
 *     mock host, and of both for the relay
 * @param slipP99Ms 99th percentile of the delay with which they were sent
 */
public record HarnessCalibration(long requests, DurationSummary response, Timeliness.Waits waits, double slipP99Ms) {

    /** Minimum number of requests of a usable calibration. */
    static final int LEAST_REQUESTS = 30;

    /** Minimum number of requests for a 99th percentile. */
    private static final int LEAST_FOR_P99 = 1_000;

    /** Minimum share of successful requests: failures and time-outs contain nothing about the duration of an answer. */
    private static final double LEAST_SUCCESS_SHARE = 0.95;

    private static final int POINTS = 1;
    private static final int ONLY = 1;

    /**
     * Reads the calibration of a run.
     *
     * @param run folder of the run
     * @param problem receives one sentence with the reason when a calibration exists but cannot be used
     * @return empty when there was no calibration, or when it ended early, was disturbed, or has too few answers
     * @throws UncheckedIOException when its plan cannot be read
     */
    public static Optional<HarnessCalibration> of(Path run, Consumer<String> problem) {
        Path folder = run.resolve(RunFiles.CALIBRATION);
        if (!Files.isReadable(folder.resolve(RunFiles.PLAN))) {
            return Optional.empty();
        }
        Plan plan = Json.read(folder.resolve(RunFiles.PLAN), Plan.class);
        Optional<RepetitionResult> only = plan.cases().stream().findFirst().map(each -> result(folder, plan, each));
        Optional<String> unusable = only.flatMap(HarnessCalibration::unusable);
        unusable.ifPresent(reason -> problem.accept("The calibration of the harness has no result: " + reason
                + " So nothing is added to the lateness of load clients and mock hosts."));
        return unusable.isPresent() ? Optional.empty() : only.map(HarnessCalibration::of);
    }

    /** Returns the reason why the calibration cannot be used, a sentence; empty when it can. */
    private static Optional<String> unusable(RepetitionResult result) {
        if (!result.usable()) {
            return Optional.of(result.checks().stream()
                    .filter(check -> check.state() == CriterionCheck.State.VIOLATED)
                    .map(CriterionCheck::sentence)
                    .findFirst()
                    .orElse("it was not completed."));
        }
        long answered = result.succeeded();
        return answered >= LEAST_REQUESTS && answered >= LEAST_SUCCESS_SHARE * result.requests()
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "%,d of %,d requests of the null engine were answered; at least %,d and %.0f %% are needed.",
                        answered,
                        result.requests(),
                        LEAST_REQUESTS,
                        100 * LEAST_SUCCESS_SHARE));
    }

    private static RepetitionResult result(Path folder, Plan plan, CasePlan only) {
        RepetitionFolder repetition = new RepetitionFolder(RunFiles.repetition(folder, only.id(), ONLY), plan, only);
        return new RepetitionAnalysis(
                        new EnvironmentEntries(Optional.empty()), Map.of(), new ModelQuestions(plan), POINTS)
                .of(repetition, only, ONLY, ONLY);
    }

    private static HarnessCalibration of(RepetitionResult result) {
        DurationSummary service = result.answered().service();
        return new HarnessCalibration(
                result.answered().succeeded(),
                result.response(),
                new Timeliness.Waits(
                        service.median() - service.min(),
                        service.mean() - service.min(),
                        service.p99() - service.min()),
                result.answered().slip().p99());
    }

    /** Returns the calibration in a sentence. */
    public String sentence() {
        return "Calibration: a null engine, which is a relay to a mock host that answers at once, answered in "
                + SentenceText.ms(response.median()) + " (median; "
                + (requests < LEAST_FOR_P99 ? "" : "99th percentile " + SentenceText.ms(response.p99()) + "; ")
                + SentenceText.count(requests)
                + " requests). About so much of each response time is the harness's, not the engine's. This is a low load: several"
                + " partner calls, or busy processors, make it more.";
    }
}
