package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A comparison of cases of runs with the same cases of an earlier run, the baseline. Repetitions of different runs are not blocks: they
 * have the same requests, but not the same state of the machine. So the comparison uses Welch's t on logarithms. The verdicts are those of
 * a run ({@link PairVerdict}), corrected for all cases of all runs together.
 *
 * <p>These intervals do not contain the differences between runs of equal programs: each run is one occasion, and the spread of repetitions
 * is that within it. Known differences of that kind go into the noise floor: the twins of each run, and cases whose engines did not change.
 * Such cases are <em>controls</em> and are not judged themselves.
 */
public final class BaselineComparison {

    private final List<JudgedPair> judged = new ArrayList<>();
    private final List<JudgedPair> controls = new ArrayList<>();
    private final List<FailureChange> losses = new ArrayList<>();
    private final double twins;

    /**
     * A case in two runs.
     *
     * @param labelA label of the baseline in sentences, e.g. {@code A}
     * @param labelB label of the later run in sentences
     * @param control whether its engine is the same in both runs while others are not
     * @param full whether the engine is at its capacity in either run; then its throughput is judged
     */
    public record CaseInRuns(String labelA, CaseResult a, String labelB, CaseResult b, boolean control, boolean full) {}

    /**
     * The response times of a case in two runs, or its throughput.
     *
     * @param metric {@link Statistic#RESPONSE_TIME} or {@link Statistic#THROUGHPUT}
     * @param pair with a verdict, unless it is a control; of throughput with its means, answers a second, and its
     *     ratio, B / A
     */
    public record JudgedPair(CaseInRuns of, String metric, PairResult pair) {

        /** Returns whether the later run is worse: slower beyond the noise floor, or saturated where the baseline kept up. */
        public boolean worse() {
            return pair.verdict() != null
                    && switch (pair.verdict().state()) {
                        case WORSE -> true;
                        case SATURATED ->
                            pair.b().usability().state() == CaseUsability.State.SATURATED
                                    && pair.a().usability().state() != CaseUsability.State.SATURATED;
                        case BETTER, EQUIVALENT, UNDECIDED, CAPACITY -> false;
                    };
        }
    }

    /** A pair before it is judged; that of throughput has the ratio of the time per answer. */
    private record OpenPair(CaseInRuns of, CaseComparisons.Pair pair) {

        boolean byThroughput() {
            return of.full() && !pair.saturated();
        }

        boolean judged() {
            return byThroughput() ? effects().bounded() : pair.comparable();
        }

        PossibleEffects effects() {
            return byThroughput() ? pair.effectsOnThroughput() : pair.effects();
        }

        JudgedPair with(PairVerdict verdict, double confidence) {
            return byThroughput()
                    ? new JudgedPair(of, Statistic.THROUGHPUT, throughput(verdict, confidence))
                    : new JudgedPair(of, Statistic.RESPONSE_TIME, CaseComparisons.result(pair, verdict, confidence));
        }

        private PairResult throughput(PairVerdict verdict, double confidence) {
            Ratio ratio = pair.ratio().inverse();
            return new PairResult(
                    PairResult.Kind.RUN,
                    pair.process(),
                    pair.a(),
                    pair.b(),
                    NumberStatistics.mean(perS(pair.a())),
                    NumberStatistics.mean(perS(pair.b())),
                    ratio,
                    verdict,
                    "",
                    pair.place() + ": " + words(ratio, verdict, confidence) + " "
                            + CapacitySentences.waitOf(
                                    List.of(CaseResult.engine(pair.a().testCase()))));
        }

        private String words(Ratio ratio, PairVerdict verdict, double confidence) {
            boolean fewer = ratio.value() < 1;
            Ratio shown = fewer ? ratio.inverse() : ratio;
            String numbers = SentenceText.level(confidence) + " CI "
                    + SentenceText.interval(shown.value(), shown.low(), shown.high(), SentenceText::number);
            String more = fewer ? of.labelA() : of.labelB();
            String less = fewer ? of.labelB() : of.labelA();
            return switch (verdict.state()) {
                case BETTER, WORSE ->
                    more + " answers " + SentenceText.number(shown.value()) + "× as many requests as " + less + " ("
                            + numbers + ").";
                case EQUIVALENT ->
                    less + " and " + more + " answer the same number of requests to within "
                            + SentenceText.percent(verdict.margin() - 1) + " (ratio "
                            + SentenceText.number(shown.value()) + ", " + numbers + ").";
                case UNDECIDED, SATURATED, CAPACITY ->
                    shown.known()
                            ? "The data do not show which of " + less + " and " + more
                                    + " has the higher throughput (ratio of " + more + " to " + less + " "
                                    + SentenceText.number(shown.value()) + ", " + numbers + why(verdict, confidence)
                                    + ")."
                            : "Throughput is not compared: fewer than two valid repetitions.";
            };
        }

        /** Returns the reason why a difference whose interval leaves out 1 is undecided; empty where it includes 1. */
        private String why(PairVerdict verdict, double confidence) {
            if (!pair.ratio().decided()) {
                return "";
            }
            if (pair.ratio().least() <= verdict.least()) {
                return "; not larger than " + verdict.leastWords(effects());
            }
            return verdict.pDifference() > 1 - confidence ? "; not significant" + verdict.correction() : "";
        }
    }

    private static double[] perS(CaseResult result) {
        return result.usable().stream()
                .mapToDouble(RepetitionResult::throughput)
                .filter(perS -> !Double.isNaN(perS))
                .toArray();
    }

    /** Returns the compared ratio of a process: of its response times, or of the time per answer of an engine at its capacity. */
    private static Ratio ratio(CaseInRuns same, String process, double confidence) {
        return same.full()
                ? Ratio.unpaired(perS(same.a()), perS(same.b()), confidence).inverse()
                : Ratio.unpaired(same.a().means(process), same.b().means(process), confidence);
    }

    /**
     * The failures of a later run against the baseline, when any requests failed.
     *
     * @param low lower end of the confidence interval of the difference of both shares; NaN when unknown. The hybrid
     *     score method computes it (Newcombe, "Interval estimation for the difference between independent proportions",
     *     1998, method 10). Its level is corrected for all cases of all runs together (Bonferroni)
     * @param high its upper end
     * @param state {@link PairVerdict.State#WORSE} when the later run loses more by more than chance explains,
     *     {@link PairVerdict.State#BETTER} when it loses fewer, else undecided
     */
    public record FailureChange(
            CaseInRuns of,
            String process,
            double shareA,
            double shareB,
            double low,
            double high,
            PairVerdict.State state,
            String sentence) {}

    /**
     * Judges the cases together.
     *
     * @param floors the noise floors of the runs, each at least 1
     */
    public BaselineComparison(List<CaseInRuns> cases, List<Double> floors, double confidence) {
        twins = floors.stream().mapToDouble(floor -> floor).max().orElse(1);
        List<OpenPair> open = new ArrayList<>();
        List<CaseInRuns> failing = new ArrayList<>();
        List<String> failingProcess = new ArrayList<>();
        for (CaseInRuns same : cases) {
            for (String process : processes(same)) {
                CaseComparisons.Pair pair = new CaseComparisons.Pair(
                        PairResult.Kind.RUN,
                        process,
                        same.a(),
                        same.b(),
                        same.labelA(),
                        same.labelB(),
                        ratio(same, process, confidence));
                if (!same.control()) {
                    open.add(new OpenPair(same, pair));
                } else if (pair.comparable() && !same.full()) {
                    controls.add(new JudgedPair(
                            same, Statistic.RESPONSE_TIME, CaseComparisons.result(pair, null, confidence)));
                }
                if (!same.control() && failures(same.a(), process) + failures(same.b(), process) > 0) {
                    failing.add(same);
                    failingProcess.add(process);
                }
            }
        }
        List<OpenPair> comparable = open.stream().filter(OpenPair::judged).toList();
        Iterator<PairVerdict> verdicts = PairVerdict.of(
                        comparable.stream().map(each -> each.pair().ratio()).toList(),
                        floor(),
                        comparable.stream().map(each -> each.effects().factor()).toList(),
                        confidence)
                .iterator();
        for (OpenPair each : open) {
            PairVerdict verdict = each.judged()
                    ? verdicts.next().withoutAdvice()
                    : PairVerdict.none(
                            each.pair().saturated() ? PairVerdict.State.SATURATED : PairVerdict.State.UNDECIDED,
                            floor());
            judged.add(each.with(verdict, confidence));
        }
        for (int i = 0; i < failing.size(); i++) {
            losses.add(losses(failing.get(i), failingProcess.get(i), failing.size(), confidence));
        }
    }

    /** Returns all processes together, and each process of a mix, whose composition determines the throughput. */
    private static List<String> processes(CaseInRuns same) {
        CaseResult result = same.a();
        List<String> processes = new ArrayList<>(List.of(result.testCase().subject()));
        if (result.testCase().mixed() && !same.full()) {
            processes.addAll(result.testCase().processes());
        }
        return processes;
    }

    private static long failures(CaseResult result, String process) {
        return result.usable().stream()
                .map(r -> r.answeredBy(process))
                .mapToLong(answered -> answered.requests() - answered.succeeded())
                .sum();
    }

    private static Interval share(CaseResult result, String process, double level) {
        List<RepetitionResult.Requests> answered =
                result.usable().stream().map(r -> r.answeredBy(process)).toList();
        return Interval.ofShares(
                answered.stream()
                        .mapToLong(each -> each.requests() - each.succeeded())
                        .toArray(),
                answered.stream().mapToLong(RepetitionResult.Requests::requests).toArray(),
                level);
    }

    /**
     * Compares the failures of a case.
     *
     * @param comparisons number of comparisons of failures, whose intervals together have the confidence
     */
    private static FailureChange losses(CaseInRuns same, String process, int comparisons, double confidence) {
        double level = 1 - (1 - confidence) / comparisons;
        Interval a = share(same.a(), process, level);
        Interval b = share(same.b(), process, level);
        double difference = b.mean() - a.mean();
        double low = difference - Math.hypot(b.mean() - b.low(), a.high() - a.mean());
        double high = difference + Math.hypot(b.high() - b.mean(), a.mean() - a.low());
        PairVerdict.State state =
                low > 0 ? PairVerdict.State.WORSE : high < 0 ? PairVerdict.State.BETTER : PairVerdict.State.UNDECIDED;
        String place = CaseResult.engine(same.a().testCase()) + ", " + process + " under "
                + same.a().workload();
        String shares = SentenceText.percent(a.mean()) + " of the requests failed in " + same.labelA() + ", "
                + SentenceText.percent(b.mean()) + " in " + same.labelB();
        String interval = " (difference " + points(difference) + ", "
                + (comparisons == 1
                        ? SentenceText.level(confidence) + " CI "
                        : "simultaneous " + SentenceText.level(confidence) + " CI of " + comparisons + " comparisons ")
                + points(low) + " to " + points(high) + " percentage points)";
        String sentence =
                switch (state) {
                    case WORSE, BETTER ->
                        place + ": " + same.labelB() + " loses " + (state == PairVerdict.State.WORSE ? "more" : "fewer")
                                + " requests than chance explains; " + shares + interval + ".";
                    case UNDECIDED, EQUIVALENT, SATURATED, CAPACITY ->
                        place + ": " + shares
                                + (Double.isNaN(low)
                                        ? "; not compared: fewer than two repetitions."
                                        : interval + "; the difference is not significant.");
                };
        return new FailureChange(same, process, a.mean(), b.mean(), low, high, state, sentence);
    }

    private static String points(double share) {
        return SentenceText.number(share * 100);
    }

    /** Returns the response times of cases whose engine may differ, each with a verdict, in the order of the cases. */
    public List<JudgedPair> judged() {
        return List.copyOf(judged);
    }

    /** Returns the response times of comparable cases whose engine is the same, without a verdict. */
    public List<JudgedPair> controls() {
        return List.copyOf(controls);
    }

    /** Returns the comparisons of failures that deserve a sentence. */
    public List<FailureChange> losses() {
        return List.copyOf(losses);
    }

    /** Returns the largest difference of one engine from itself under two names within a run; 1 when it was not measured. */
    public double twins() {
        return twins;
    }

    /** Returns the control that differs most between its runs. */
    public Optional<PairResult> worstControl() {
        return ofControls().worst();
    }

    /** Returns the ratio that a difference between runs must exceed, at least 1. */
    public double floor() {
        return Math.max(twins, ofControls().ratio());
    }

    private NoiseFloor ofControls() {
        return NoiseFloor.ofControls(controls.stream().map(JudgedPair::pair).toList());
    }

    /** Returns a verdict in one word for other programs. */
    public static String word(PairVerdict.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
