package io.soabench.analyzer.outcome;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabench.analyzer.cases.BaselineComparison;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.EngineResources;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.plan.Json;
import io.soabench.plan.RunFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The verdicts of a run, as {@value RunFiles#VERDICTS} has them; unknown values are null.
 *
 * @param verdicts of all pairs of engines under the same process and workload, in the order of the plan
 * @param objectives of all cases, in the order of the plan
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record VerdictFile(List<Pair> verdicts, List<Objective> objectives) {

    /**
     * Two engines.
     *
     * @param suite test suite of both cases
     * @param a the engine that is named first in the plan
     * @param b the other one
     * @param metric response-time, failures, throughput, overhead, step-overhead, or processor-time
     * @param verdict B against A: better, worse, equivalent, undecided, saturated or capacity
     * @param ratio of B to A
     * @param low lower end of its confidence interval
     * @param high its upper end
     * @param differenceMs of overheads, B - A, in milliseconds; absent of other metrics
     * @param differenceLowMs lower end of its confidence interval
     * @param differenceHighMs its upper end
     * @param noiseFloor largest |natural logarithm of the ratio| of one engine under two names; 0 when it was not
     *     measured
     * @param repetitions blocks in which both have a valid repetition
     * @param durability of A and of B ({@code none}, {@code process}, {@code disk}, {@code unknown}); absent where both
     *     are known to be alike, or not recorded
     * @param resources that are known to differ, of A and of B: {@code heap}, {@code jvm-options}, {@code processors}, {@code tls};
     *     absent where none does
     * @param baseline the engine with which all others of the suite are compared; absent where the suite names none.
     *     Comparisons of two other engines are each judged at the level of a single comparison
     * @param disturbed true of an undecided pair that lost a repetition to a disturbance of the machine; else absent
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Pair(
            String suite,
            String process,
            String workload,
            String metric,
            String a,
            String b,
            String verdict,
            Double ratio,
            Double low,
            Double high,
            @JsonInclude(JsonInclude.Include.NON_NULL) Double differenceMs,
            @JsonInclude(JsonInclude.Include.NON_NULL) Double differenceLowMs,
            @JsonInclude(JsonInclude.Include.NON_NULL) Double differenceHighMs,
            Double noiseFloor,
            int repetitions,
            @JsonInclude(JsonInclude.Include.NON_NULL) List<String> durability,
            @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, List<String>> resources,
            @JsonInclude(JsonInclude.Include.NON_NULL) String baseline,
            @JsonInclude(JsonInclude.Include.NON_NULL) Boolean disturbed) {

        /** Returns the throughput or the overhead of two engines. */
        static Pair of(MetricComparison pair, EngineDurabilities durabilities, EngineResources resources) {
            boolean known = pair.ratio().known();
            return new Pair(
                    pair.a().testCase().suite(),
                    pair.process(),
                    pair.a().testCase().workload(),
                    pair.metric(),
                    CaseResult.engine(pair.a().testCase()),
                    CaseResult.engine(pair.b().testCase()),
                    BaselineComparison.word(pair.verdict().state()),
                    known ? number(pair.ratio().value()) : null,
                    number(pair.ratio().low()),
                    number(pair.ratio().high()),
                    number(pair.difference().mean()),
                    number(pair.difference().low()),
                    number(pair.difference().high()),
                    number(Math.log(pair.verdict().noiseFloor())),
                    pair.blocks(),
                    differing(pair.a(), pair.b(), durabilities),
                    differing(pair.a(), pair.b(), resources),
                    baseline(pair.a()),
                    disturbed(pair.verdict(), pair.a(), pair.b()));
        }

        static Pair of(PairResult pair, EngineDurabilities durabilities, EngineResources resources) {
            return new Pair(
                    pair.a().testCase().suite(),
                    pair.process(),
                    pair.a().testCase().workload(),
                    Statistic.RESPONSE_TIME,
                    CaseResult.engine(pair.a().testCase()),
                    CaseResult.engine(pair.b().testCase()),
                    BaselineComparison.word(pair.verdict().state()),
                    known(pair, pair.ratio().value()),
                    known(pair, pair.ratio().low()),
                    known(pair, pair.ratio().high()),
                    null,
                    null,
                    null,
                    number(Math.log(pair.verdict().noiseFloor())),
                    pair.ratio().blocks(),
                    differing(pair.a(), pair.b(), durabilities),
                    differing(pair.a(), pair.b(), resources),
                    baseline(pair.a()),
                    disturbed(pair.verdict(), pair.a(), pair.b()));
        }

        private static List<String> differing(CaseResult a, CaseResult b, EngineDurabilities durabilities) {
            List<String> levels = durabilities.differing(a.testCase(), b.testCase());
            return levels.isEmpty() ? null : levels;
        }

        private static Map<String, List<String>> differing(CaseResult a, CaseResult b, EngineResources resources) {
            Map<String, List<String>> differing = resources.differing(a.testCase(), b.testCase());
            return differing.isEmpty() ? null : differing;
        }

        private static String baseline(CaseResult one) {
            return one.testCase().hasBaseline() ? one.testCase().baseline() : null;
        }

        /** Returns true for an undecided pair with a repetition of A or B that a disturbance left out; else null. */
        private static Boolean disturbed(PairVerdict verdict, CaseResult a, CaseResult b) {
            boolean disturbed = verdict.state() == PairVerdict.State.UNDECIDED
                    && Stream.of(a, b)
                            .flatMap(one -> one.repetitions().stream())
                            .anyMatch(RepetitionResult::disturbed);
            return disturbed ? Boolean.TRUE : null;
        }

        /** Returns the same case in two runs, of which A is the baseline. */
        static Pair between(BaselineComparison.JudgedPair judged, String runA, String runB) {
            PairResult pair = judged.pair();
            return new Pair(
                    pair.a().testCase().suite(),
                    pair.process(),
                    pair.a().testCase().workload(),
                    judged.metric(),
                    in(runA, pair.a()),
                    in(runB, pair.b()),
                    BaselineComparison.word(pair.verdict().state()),
                    known(pair, pair.ratio().value()),
                    known(pair, pair.ratio().low()),
                    known(pair, pair.ratio().high()),
                    null,
                    null,
                    null,
                    number(Math.log(pair.verdict().noiseFloor())),
                    pair.ratio().blocks(),
                    null,
                    null,
                    null,
                    null);
        }

        /** Returns the failures of the same case in two runs. A ratio of shares has no useful interval. */
        static Pair between(BaselineComparison.FailureChange losses, String runA, String runB) {
            CaseResult a = losses.of().a();
            CaseResult b = losses.of().b();
            return new Pair(
                    a.testCase().suite(),
                    losses.process(),
                    a.testCase().workload(),
                    Statistic.FAILURES,
                    in(runA, a),
                    in(runB, b),
                    BaselineComparison.word(losses.state()),
                    number(losses.shareB() / losses.shareA()),
                    null,
                    null,
                    null,
                    null,
                    null,
                    number(0),
                    Math.min(a.usable().size(), b.usable().size()),
                    null,
                    null,
                    null,
                    null);
        }

        /**
         * Returns a value, or null where there is no ratio. The answers of an engine that did not keep up do not represent the others, and
         * the waits for one at its capacity depend on the number of clients.
         */
        private static Double known(PairResult pair, double value) {
            return switch (pair.verdict().state()) {
                case SATURATED, CAPACITY -> null;
                case BETTER, WORSE, EQUIVALENT, UNDECIDED -> number(value);
            };
        }

        private static String in(String run, CaseResult result) {
            return run + "/" + CaseResult.engine(result.testCase());
        }
    }

    /**
     * An objective of a case.
     *
     * @param id of the case
     * @param text as the model has it
     * @param verdict met, missed or undecided, also when nothing was measured
     * @param value in the unit of the metric: milliseconds, a share from 0 to 1, or its own
     * @param low lower end of its confidence interval
     * @param high its upper end
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Objective(
            @JsonProperty("case") String id, String text, String verdict, Double value, Double low, Double high) {

        static Objective of(CaseResult result, ObjectiveResult objective) {
            return new Objective(
                    result.testCase().id(),
                    objective.objective().text(),
                    switch (objective.state()) {
                        case MET -> "met";
                        case MISSED -> "missed";
                        case UNDECIDED, UNMEASURED -> "undecided";
                    },
                    number(objective.measured()),
                    number(objective.low()),
                    number(objective.high()));
        }
    }

    static Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }

    /** Returns the verdicts of these results. */
    public static VerdictFile of(
            List<CaseResult> cases,
            List<PairResult> pairs,
            List<MetricComparison> metricPairs,
            EngineDurabilities durabilities,
            EngineResources resources) {
        return new VerdictFile(
                Stream.concat(
                                pairs.stream()
                                        .filter(pair -> pair.verdict() != null)
                                        .map(pair -> Pair.of(pair, durabilities, resources)),
                                metricPairs.stream()
                                        .filter(pair -> pair.verdict() != null)
                                        .map(pair -> Pair.of(pair, durabilities, resources)))
                        .toList(),
                cases.stream()
                        .flatMap(one -> one.objectives().stream().map(o -> Objective.of(one, o)))
                        .toList());
    }

    /**
     * Returns the verdicts of later runs against a baseline; both sides are named as {@code <run>/<engine>}.
     *
     * @param run the name of a run by its label
     */
    public static VerdictFile between(BaselineComparison runs, UnaryOperator<String> run) {
        return new VerdictFile(
                Stream.concat(
                                runs.judged().stream()
                                        .map(judged -> Pair.between(
                                                judged,
                                                run.apply(judged.of().labelA()),
                                                run.apply(judged.of().labelB()))),
                                runs.losses().stream()
                                        .map(losses -> Pair.between(
                                                losses,
                                                run.apply(losses.of().labelA()),
                                                run.apply(losses.of().labelB()))))
                        .toList(),
                List.of());
    }

    /** Writes the file into the report of a run. */
    public void write(Path run) {
        Json.write(RunFiles.verdicts(run), this);
    }
}
