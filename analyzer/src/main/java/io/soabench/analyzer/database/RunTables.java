package io.soabench.analyzer.database;

import io.soabench.analyzer.answers.Answer;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.EngineMean;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.cases.ProcessorSharing;
import io.soabench.analyzer.cases.RankTest;
import io.soabench.analyzer.cases.RepetitionAttempt;
import io.soabench.analyzer.database.ResultDatabase.RunRow;
import io.soabench.analyzer.database.ResultDatabase.VerdictRow;
import io.soabench.analyzer.explore.Scaling;
import io.soabench.analyzer.repetition.HarnessCalibration;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.plan.CasePlan;
import io.soabench.plan.EnvironmentRecord;
import io.soabench.plan.ExploreRecord;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rows about the run as a whole: comparisons of its cases, and the result in words. */
final class RunTables {

    private final TableWriter tables;

    RunTables(TableWriter tables) {
        this.tables = tables;
    }

    void attempts(List<RepetitionAttempt> attempts) {
        tables.each("attempt", attempts, (row, attempt, position) -> {
            RepetitionResult result = attempt.result();
            row.set("case_id", result.testCase().id())
                    .set("repetition", result.repetition())
                    .set("attempt", attempt.number())
                    .set("counts", attempt.counts())
                    .set("verdict", result.verdict())
                    .set("requests", result.requests())
                    .set("failures", result.failures())
                    .set("mean_ms", result.response().mean())
                    .set("median_ms", result.response().median())
                    .set("foreign_rate", recorded(attempt, EnvironmentRecord.Surroundings::foreignShare))
                    .set("stolen_rate", recorded(attempt, EnvironmentRecord.Surroundings::stolenShare))
                    .set("clock_step_ms", recorded(attempt, EnvironmentRecord.Surroundings::clockStepMs))
                    .set("programs", recorded(attempt, RunTables::programs));
        });
    }

    /**
     * Writes the explorations.
     *
     * @param explorations explorations that search for loads
     */
    void explorations(List<ExploreRecord> explorations) {
        tables.each("exploration", explorations, (row, e, position) -> {
            Scaling scaling = Scaling.of(e.trials());
            row.set("position", position)
                    .set("exploration", e.exploration())
                    .set("engine", e.engine())
                    .set("unit", e.load().unit())
                    .set("least", number(e.range().low()))
                    .set("greatest", number(e.range().high()))
                    .set("load_low", number(e.load().low()))
                    .set("load_high", number(e.load().high()))
                    .set("probability", e.probability())
                    .set("found", e.found())
                    .set("ended", e.ended())
                    .set("objectives", String.join(", ", e.objectives()))
                    .set("sentence", e.sentence())
                    .set("knee", scaling.knee())
                    .set("scaling", scaling.sentence());
        });
        for (ExploreRecord exploration : explorations) {
            tables.each("trial", exploration.trials(), (row, trial, position) -> trial(row, exploration, trial));
            for (ExploreRecord.Trial trial : exploration.trials()) {
                tables.each("trial_figure", trial.figures().objectives(), (row, figure, position) -> row.set(
                                "trial", trial.trial())
                        .set("position", position)
                        .set("objective", figure.text())
                        .set("measured", figure.value())
                        .set("low", figure.low())
                        .set("high", figure.high())
                        .set("bound", figure.bound())
                        .set("unit", figure.unit())
                        .set("outcome", figure.outcome()));
            }
        }
    }

    private static void trial(RowInserter.Row row, ExploreRecord exploration, ExploreRecord.Trial trial) {
        row.set("engine", exploration.engine())
                .set("trial", trial.trial())
                .set("case_id", trial.caseId())
                .set("repetition", trial.repetition())
                .set("load", number(trial.load()))
                .set("unit", exploration.load().unit())
                .set("outcome", trial.outcome())
                .set("reason", trial.reason())
                .set("attempts", trial.attempt())
                .set("duration_s", trial.durationMs() / 1e3)
                .set("requests", trial.figures().requests())
                .set("throughput_per_s", trial.figures().throughput())
                .set("failure_rate", trial.figures().failureRate())
                .set("mean_ms", trial.figures().meanMs())
                .set("median_ms", trial.figures().medianMs())
                .set("p99_ms", trial.figures().p99Ms());
    }

    private static Double number(BigDecimal value) {
        return value == null ? null : (Double) value.doubleValue();
    }

    private static <T> T recorded(RepetitionAttempt attempt, Function<EnvironmentRecord.Surroundings, T> what) {
        return attempt.surroundings().map(what).orElse(null);
    }

    private static String programs(EnvironmentRecord.Surroundings others) {
        return others.programs().stream()
                .map(program -> program.name() + " " + program.pid())
                .collect(Collectors.joining(", "));
    }

    void run(RunRow run) {
        tables.each("run", List.of(run), (row, r, position) -> row.set("run_id", r.id())
                .set("testbed", r.plan().origin().testbed())
                .set("title", r.plan().origin().title())
                .set("seed", r.plan().origin().seed())
                .set("profile", r.plan().origin().profile())
                .set("model_hash", r.plan().origin().modelHash())
                .set("driver", r.driver())
                .set("started_at", r.started())
                .set("ended_at", r.ended())
                .set("state", r.state())
                .set("message", r.message())
                .set("repetitions_planned", r.planned())
                .set("repetitions_valid", r.valid())
                .set("repetitions_invalid", r.invalid())
                .set("repetitions_missing", r.missing())
                .set("confidence", r.confidence())
                .set("verdict", r.verdict()));
    }

    void comparisons(List<PairResult> pairs, List<EngineMean> bars, EngineDurabilities durabilities) {
        tables.each("pair", pairs, (row, pair, position) -> pair(row, pair, position, durabilities));
        tables.each("comparison", bars, (row, b, position) -> row.set("suite", b.suite())
                .set("workload", b.workload())
                .set("engine", b.engine())
                .set("processes", b.processes().size())
                .set("processes_planned", b.planned())
                .set("process_names", String.join(", ", b.processes()))
                .set("mean_ms", b.meanMs().mean())
                .set("ci_low_ms", b.meanMs().low())
                .set("ci_high_ms", b.meanMs().high())
                .set("throughput_per_s", b.throughput())
                .set("failure_rate", b.failureRate()));
    }

    void throughputs(List<CaseResult> cases, CaseComparisons comparisons) {
        tables.each("capacity", cases, (row, one, position) -> row.set(
                        "case_id", one.testCase().id())
                .set("at_capacity", comparisons.capacities().reached(one)));
        tables.each("metric_pair", comparisons.metricPairs(), RunTables::metricPair);
    }

    private static void metricPair(RowInserter.Row row, MetricComparison p, int position) {
        CasePlan a = p.a().testCase();
        PairVerdict verdict = p.verdict();
        row.set("position", position)
                .set("suite", a.suite())
                .set("metric", p.metric())
                .set("unit", p.unit())
                .set("process", p.process())
                .set("workload", a.workload())
                .set("case_a", a.id())
                .set("case_b", p.b().testCase().id())
                .set("mean_a", p.valueA())
                .set("mean_b", p.valueB())
                .set("ratio", p.ratio().known() ? (Double) p.ratio().value() : null)
                .set("ratio_low", p.ratio().low())
                .set("ratio_high", p.ratio().high())
                .set("difference", p.difference().mean())
                .set("difference_low", p.difference().low())
                .set("difference_high", p.difference().high())
                .set("blocks", p.blocks())
                .set("verdict", verdict == null ? null : verdict.state())
                .set("p_difference", verdict == null ? null : (Double) verdict.pDifference())
                .set("p_equivalence", verdict == null ? null : (Double) verdict.pEquivalence())
                .set("sentence", p.sentence());
    }

    private static void pair(RowInserter.Row row, PairResult p, int position, EngineDurabilities durabilities) {
        CasePlan a = p.a().testCase();
        PairVerdict verdict = p.verdict();
        row.set("position", position)
                .set("suite", a.suite())
                .set("kind", p.kind())
                .set("engine", p.kind() == PairResult.Kind.ENGINE ? null : CaseResult.engine(a))
                .set("process", p.kind() == PairResult.Kind.PROCESS ? null : p.process())
                .set("workload", a.workload())
                .set("case_a", a.id())
                .set("case_b", p.b().testCase().id())
                .set("mean_a_ms", p.meanAMs())
                .set("mean_b_ms", p.meanBMs())
                .set("ratio", p.ratio().value())
                .set("ratio_low", p.ratio().low())
                .set("ratio_high", p.ratio().high())
                .set("blocks", p.ratio().blocks())
                .set("method", p.ratio().method())
                .set("p_sign_flip", p.ratio().signFlip())
                .set("p_value", p.ratio().pValue())
                .set("effect", p.ratio().effect())
                .set("decided", p.ratio().decided())
                .set("at_least", p.atLeast())
                .set("verdict", verdict == null ? null : verdict.state())
                .set("noise_floor", verdict == null ? null : (Double) Math.log(verdict.noiseFloor()))
                .set("p_difference", verdict == null ? null : (Double) verdict.pDifference())
                .set("p_equivalence", verdict == null ? null : (Double) verdict.pEquivalence())
                .set("more_repetitions", verdict == null || verdict.more() < 0 ? null : (Integer) verdict.more())
                .set("durability_a", durabilities.level(a).orElse(null))
                .set("durability_b", durabilities.level(p.b().testCase()).orElse(null))
                .set("sentence", p.sentence());
    }

    void rankTests(List<RankTest> tests) {
        tables.each("rank_test", tests, (row, t, position) -> row.set("position", position)
                .set("kind", t.kind())
                .set("test", t.test())
                .set("suite", t.suite())
                .set("engine", t.engine())
                .set("process", t.process())
                .set("workload", t.workload())
                .set("compared", t.groups().size())
                .set("compared_names", String.join(", ", t.groups()))
                .set("repetitions", t.fewest())
                .set("h", t.statistic())
                .set("freedom", t.freedom())
                .set("p_value", t.pValue())
                .set("sentence", t.sentence()));
    }

    void answers(List<Answer> answers) {
        tables.each("answer", answers, (row, a, position) -> row.set("position", position)
                .set("question", a.question())
                .set("suite", a.suite())
                .set("workload", a.workload())
                .set("engine", a.engine())
                .set("other", a.other())
                .set("measured", a.measured())
                .set("low", a.low())
                .set("high", a.high())
                .set("any_low", a.anyLow())
                .set("any_high", a.anyHigh())
                .set("unit", a.unit())
                .set("cases", a.cases())
                .set("decided", a.decided())
                .set("sentence", a.sentence()));
    }

    void headlines(Headlines headlines) {
        tables.each("headline", headlines.lines(), (row, h, position) -> row.set("position", position)
                .set("kind", h.kind())
                .set("suite", h.suite())
                .set("workload", h.workload())
                .set("engine", h.engine())
                .set("other", h.other())
                .set("label", h.label())
                .set("ratio", h.ratio())
                .set("low", h.low())
                .set("high", h.high())
                .set("shown", h.shown())
                .set("sentence", h.sentence()));
        tables.each("footnote", headlines.footnotes(), (row, f, position) -> row.set("mark", f.mark())
                .set("sentence", f.sentence()));
    }

    void calibration(HarnessCalibration calibration) {
        tables.each("calibration", List.of(calibration), (row, c, position) -> row.set("requests", c.requests())
                .set("min_ms", c.response().min())
                .set("median_ms", c.response().median())
                .set("p99_ms", c.response().p99())
                .set("slip_p99_ms", c.slipP99Ms())
                .set("wait_median_ms", c.waits().medianMs())
                .set("wait_p99_ms", c.waits().p99Ms())
                .set("sentence", c.sentence()));
    }

    void arrangements(List<ProcessorSharing.Arrangement> arrangements) {
        tables.each("yielding", arrangements, (row, w, position) -> row.set("position", position)
                .set("engine", w.engine())
                .set("host", w.host())
                .set("yielding", w.precedence().yielding())
                .set("why", w.precedence().why())
                .set("processors", w.precedence().processors())
                .set("engine_processors", w.precedence().own())
                .set("other_processors", w.precedence().others())
                .set("repetitions", w.repetitions())
                .set("sentence", w.sentence()));
    }

    void verdicts(List<VerdictRow> verdicts) {
        tables.each("verdict", verdicts, (row, v, position) -> row.set("position", position)
                .set("kind", v.kind())
                .set("suite", v.suite())
                .set("case_id", v.caseId())
                .set("repetition", v.repetition())
                .set("good", v.good())
                .set("sentence", v.sentence()));
    }
}
