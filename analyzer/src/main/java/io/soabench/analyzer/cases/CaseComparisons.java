package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.OtherPrograms;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.stat.StartModes;
import io.soabench.plan.CasePlan;
import io.soabench.plan.PrecisionGoal;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/** The comparisons of cases that ran under the same workload. Only valid repetitions count. */
public final class CaseComparisons {

    /** Difference of failure rates from which on they are named together with the response times. */
    private static final double NOTED_FAILURES = 0.01;

    /** Level of a one-sided test, half of the one percent of a two-sided test. */
    private static final double SURELY_MORE = 0.005;

    private final EngineDurabilities durabilities;
    private final double confidence;
    private final NoiseFloor floor;
    private final ProcessorTimes.Floor processorFloor;
    private final EngineCapacities capacities;
    private final BlockedRatios ratios;
    private final List<PairResult> pairs = new ArrayList<>();
    private final List<MetricComparison> metricPairs = new ArrayList<>();

    /**
     * Two cases before they are judged.
     *
     * @param labelA label of A, where a sentence needs more than the name of its engine or process; else empty
     * @param labelB label of B, where a sentence needs more; else empty
     */
    record Pair(
            PairResult.Kind kind,
            String process,
            CaseResult a,
            CaseResult b,
            String labelA,
            String labelB,
            Ratio ratio) {

        Pair(PairResult.Kind kind, String process, CaseResult a, CaseResult b, Ratio ratio) {
            this(kind, process, a, b, "", "", ratio);
        }

        /** Returns A or B. */
        CaseResult of(boolean second) {
            return second ? b : a;
        }

        /** Returns the name of A or B in sentences. */
        String name(boolean second) {
            CasePlan testCase = of(second).testCase();
            return switch (kind) {
                case ENGINE, TWIN -> CaseResult.engine(testCase);
                case PROCESS -> testCase.subject();
                case RUN -> second ? labelB : labelA;
            };
        }

        /** Returns the place of the comparison in a sentence. */
        String place() {
            CasePlan testCase = a.testCase();
            return switch (kind) {
                        case ENGINE, TWIN -> process;
                        case PROCESS -> CaseResult.engine(testCase);
                        case RUN -> CaseResult.engine(testCase) + ", " + process;
                    }
                    + " under " + a.workload();
        }

        String ofA() {
            return kind == PairResult.Kind.PROCESS ? a.testCase().subject() : process;
        }

        String ofB() {
            return kind == PairResult.Kind.PROCESS ? b.testCase().subject() : process;
        }

        /** Returns the largest factor by which the harness may have lengthened the response times of either, by being late. */
        double harness() {
            return 1 + Math.max(a.harnessShare(), b.harnessShare());
        }

        /** Returns the trend of their ratio. */
        RatioTrend trend() {
            return RatioTrend.of(a, b, kind.sameRequests());
        }

        /** Returns the possible effects of other causes than the engines on the ratio of their response times. */
        PossibleEffects effects() {
            return new PossibleEffects(trend(), harness());
        }

        /** Returns the possible effects of other causes than the engines on the ratio of their throughputs. */
        PossibleEffects effectsOnThroughput() {
            return new PossibleEffects(RatioTrend.ofThroughputs(a, b, kind.sameRequests()), harness());
        }

        /**
         * Returns the possible effects of other causes than the engines on the ratio of their processor times. Late load clients and partners
         * take no processor time of an engine.
         */
        PossibleEffects effectsOnProcessorTime() {
            return new PossibleEffects(RatioTrend.ofProcessorTimes(a, b, kind.sameRequests()), 1);
        }

        /** Returns whether the comparison shares the level of the run with others. */
        boolean inFamily() {
            return ComparisonFamily.contains(a.testCase(), b.testCase());
        }

        boolean comparable() {
            return a.usability().comparable() && b.usability().comparable();
        }

        boolean saturated() {
            return a.usability().state() == CaseUsability.State.SATURATED
                    || b.usability().state() == CaseUsability.State.SATURATED;
        }
    }

    /** Returns the durability of the engines. */
    public EngineDurabilities durabilities() {
        return durabilities;
    }

    /** Compares all pairs of comparable cases, those that differ in the engine first, on unknown hosts. */
    public CaseComparisons(List<CaseResult> cases, double confidence) {
        this(cases, of -> 0, confidence);
    }

    /**
     * Compares all pairs of comparable cases, those that differ in the engine first.
     *
     * @param processors of the host of the engine of a case, on which all servers and load clients are; 0 when they are unknown
     */
    public CaseComparisons(List<CaseResult> cases, ToIntFunction<CasePlan> processors, double confidence) {
        this(cases, EngineHosts.of(processors), confidence);
    }

    /** Compares all pairs of comparable cases of engines on these hosts, those that differ in the engine first. */
    public CaseComparisons(List<CaseResult> cases, EngineHosts hosts, double confidence) {
        this(cases, hosts, EngineDurabilities.NOT_RECORDED, confidence);
    }

    /**
     * Compares all pairs of comparable cases of engines with known durability.
     *
     * @param durabilities named in sentences about engines that differ in them
     */
    public CaseComparisons(
            List<CaseResult> cases, EngineHosts hosts, EngineDurabilities durabilities, double confidence) {
        this.confidence = confidence;
        this.durabilities = durabilities;
        capacities = new EngineCapacities(cases, hosts, confidence);
        ratios = new BlockedRatios(cases, capacities, confidence);
        List<Pair> engines = new ArrayList<>();
        List<Pair> processes = new ArrayList<>();
        List<PairResult> twins = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            for (int j = i + 1; j < cases.size(); j++) {
                CaseResult a = cases.get(i);
                CaseResult b = cases.get(j);
                CasePlan left = a.testCase();
                CasePlan right = b.testCase();
                if (right.twinOf().equals(left.id())) {
                    twins.addAll(twins(a, b));
                } else if (!left.isTwin()
                        && !right.isTwin()
                        && left.suite().equals(right.suite())
                        && left.workload().equals(right.workload())) {
                    boolean sameEngine = left.server().equals(right.server());
                    boolean sameProcess = left.subject().equals(right.subject());
                    if (sameProcess && !sameEngine) {
                        engines.addAll(blocked(PairResult.Kind.ENGINE, a, b));
                    } else if (sameEngine && !sameProcess) {
                        processes.add(new Pair(
                                PairResult.Kind.PROCESS, "", a, b, Ratio.unpaired(a.means(), b.means(), confidence)));
                    }
                }
            }
        }
        floor = NoiseFloor.of(
                twins, cases.stream().anyMatch(one -> one.testCase().isTwin()));
        processorFloor = ProcessorTimes.floor(twins, confidence);
        // Only comparable pairs count in the correction for several tests.
        List<Pair> comparable = engines.stream()
                .filter(pair -> pair.comparable() && !full(pair))
                .toList();
        List<MetricComparison.Open> open = engines.stream().flatMap(this::open).toList();
        List<MetricComparison.Open> asked =
                open.stream().filter(MetricComparison.Open::asked).toList();
        IdentityHashMap<Object, PairVerdict> verdicts = new IdentityHashMap<>();
        judge(
                Stream.concat(
                                comparable.stream()
                                        .map(pair -> new Tested(
                                                pair,
                                                pair.inFamily(),
                                                pair.ratio(),
                                                pair.effects().factor())),
                                asked.stream()
                                        .filter(each -> !ofProcessors(each))
                                        .map(Tested::new))
                        .toList(),
                floor.ratio(),
                verdicts);
        judge(
                asked.stream()
                        .filter(CaseComparisons::ofProcessors)
                        .map(Tested::new)
                        .toList(),
                processorFloor.ratio(),
                verdicts);
        open.forEach(each -> metricPairs.add(each.judged(verdicts.get(each), capacities, confidence)));
        for (Pair pair : engines) {
            PairResult result = result(pair, verdicts.getOrDefault(pair, PairVerdict.none(state(pair), floor.ratio())));
            String doubt = pair.saturated()
                    ? ""
                    : Stream.of(pair.a(), pair.b())
                            .filter(capacities::doubtful)
                            .map(capacities::doubt)
                            .findFirst()
                            .orElse("");
            pairs.add((doubt.isEmpty() ? result : result.because(doubt))
                    .with(sentence(pair, result)
                            + ComparisonFamily.note(
                                    pair.a().testCase(), pair.b().testCase())));
        }
        processes.forEach(pair -> pairs.add(result(pair, null)));
        pairs.addAll(twins);
    }

    /**
     * A comparison that is tested.
     *
     * @param of the pair, or its metric
     * @param inFamily whether it shares the level of the run with others
     * @param allowance factor that a difference must exceed, at least 1
     */
    private record Tested(Object of, boolean inFamily, Ratio ratio, double allowance) {

        Tested(MetricComparison.Open metric) {
            this(
                    metric,
                    metric.pair().inFamily(),
                    metric.judged(),
                    metric.effects().factor());
        }
    }

    private static boolean ofProcessors(MetricComparison.Open metric) {
        return metric.metric().equals(Statistic.PROCESSOR_TIME);
    }

    /**
     * Adds the verdicts: those of the family together, each other one at the level of a single comparison.
     *
     * @param least factor of one engine under two names that chance does not explain, at least 1
     */
    private void judge(List<Tested> tested, double least, IdentityHashMap<Object, PairVerdict> verdicts) {
        together(tested.stream().filter(Tested::inFamily).toList(), least, verdicts);
        tested.stream().filter(each -> !each.inFamily()).forEach(each -> together(List.of(each), least, verdicts));
    }

    private void together(List<Tested> together, double least, IdentityHashMap<Object, PairVerdict> verdicts) {
        List<PairVerdict> found = PairVerdict.of(
                together.stream().map(Tested::ratio).toList(),
                least,
                together.stream().map(Tested::allowance).toList(),
                confidence);
        for (int i = 0; i < found.size(); i++) {
            verdicts.put(together.get(i).of(), found.get(i));
        }
    }

    private boolean atCapacity(Pair pair) {
        return capacities.reached(pair.a()) || capacities.reached(pair.b());
    }

    /** Returns whether the wait of the clients of either engine depends on their number. */
    private boolean full(Pair pair) {
        return capacities.full(pair.a()) || capacities.full(pair.b());
    }

    /** Returns the metrics that are compared beside the response times, or in place of them. */
    private Stream<MetricComparison.Open> open(Pair pair) {
        return Stream.of(
                        MetricComparison.Open.throughput(pair, capacities, confidence),
                        MetricComparison.Open.overhead(pair, capacities, confidence),
                        StepComparison.of(pair, capacities, confidence),
                        MetricComparison.Open.processorTime(pair, ratios, confidence))
                .flatMap(Optional::stream);
    }

    /** Returns the state of a pair whose response times are not judged. */
    private PairVerdict.State state(Pair pair) {
        return pair.saturated()
                ? PairVerdict.State.SATURATED
                : atCapacity(pair) ? PairVerdict.State.CAPACITY : PairVerdict.State.UNDECIDED;
    }

    /** Returns the sentence of a pair with its notes. */
    private String sentence(Pair pair, PairResult result) {
        List<MetricComparison> own = metricPairs.stream()
                .filter(each -> each.of(pair.process(), pair.a(), pair.b()))
                .filter(each -> !each.metric().equals(Statistic.STEP_OVERHEAD)
                        && !each.metric().equals(Statistic.PROCESSOR_TIME))
                .toList();
        if (!pair.saturated() && full(pair)) {
            return pair.place() + ": " + new CapacitySentences(capacities, confidence).of(pair, own)
                    + durabilities.note(pair.a().testCase(), pair.b().testCase());
        }
        return result.sentence()
                + own.stream()
                        .filter(each ->
                                each.metric().equals(Statistic.OVERHEAD) ? each.verdict() != null : each.decided())
                        .map(each -> " " + each.words())
                        .collect(Collectors.joining());
    }

    /** Returns the comparisons of throughput, overhead, step overhead and processor time, in the order of {@link #pairs}. */
    public List<MetricComparison> metricPairs() {
        return List.copyOf(metricPairs);
    }

    /** Returns the engines that are at their capacity. */
    public EngineCapacities capacities() {
        return capacities;
    }

    /** Returns the ratios of response times of engines. */
    public BlockedRatios ratios() {
        return ratios;
    }

    /** Returns the comparisons. */
    public List<PairResult> pairs() {
        return List.copyOf(pairs);
    }

    /** Returns the noise floor of response times. */
    public NoiseFloor floor() {
        return floor;
    }

    /** Returns the noise floors in sentences: that of response times, and that of processor times where they are judged. */
    public List<String> floors() {
        boolean judged = metricPairs.stream()
                .anyMatch(pair -> pair.metric().equals(Statistic.PROCESSOR_TIME) && pair.verdict() != null);
        return judged && !processorFloor.sentence().isEmpty()
                ? List.of(floor.sentence(confidence), processorFloor.sentence())
                : List.of(floor.sentence(confidence));
    }

    /** Returns a pair for all calls of the clients together, and for each process of a mix. */
    private List<Pair> blocked(PairResult.Kind kind, CaseResult a, CaseResult b) {
        List<String> processes = new ArrayList<>(List.of(a.testCase().subject()));
        if (a.testCase().mixed()) {
            processes.addAll(a.testCase().processes());
        }
        return processes.stream()
                .map(process -> new Pair(kind, process, a, b, ratios.of(a, b, process)))
                .toList();
    }

    /** Returns the pairs of an engine with itself. A saturated engine differs from itself by its offered load, not by noise. */
    private List<PairResult> twins(CaseResult a, CaseResult b) {
        return blocked(PairResult.Kind.TWIN, a, b).stream()
                .filter(pair -> !pair.saturated())
                .map(pair -> result(pair, null))
                .toList();
    }

    private PairResult result(Pair pair, PairVerdict found) {
        PairResult result = result(pair, found, confidence);
        return found == null
                ? result
                : result.withNote(
                        durabilities.note(result.a().testCase(), result.b().testCase()));
    }

    /**
     * Returns the result of a pair.
     *
     * @param found verdict by response times alone; null when nothing is judged
     */
    static PairResult result(Pair pair, PairVerdict found, double confidence) {
        PairVerdict verdict = found == null || !losesMore(pair, found) ? found : found.undecided();
        Sentence words = new Sentence(pair, found, verdict, confidence);
        return new PairResult(
                pair.kind(),
                pair.process(),
                pair.a(),
                pair.b(),
                NumberStatistics.mean(pair.a().means(pair.ofA())),
                NumberStatistics.mean(pair.b().means(pair.ofB())),
                pair.ratio(),
                verdict,
                words.reason(),
                words.text());
    }

    /**
     * Returns whether the better engine, or either of two equivalent ones, loses more requests than the other by more than chance explains.
     * The interval is the hybrid score interval with the intervals of both rates (Newcombe, "Interval estimation for the difference between
     * independent proportions", 1998, method 10).
     */
    private static boolean losesMore(Pair pair, PairVerdict found) {
        return switch (found.state()) {
            case BETTER -> losesMore(pair.b(), pair.ofB(), pair.a(), pair.ofA());
            case WORSE -> losesMore(pair.a(), pair.ofA(), pair.b(), pair.ofB());
            case EQUIVALENT ->
                losesMore(pair.a(), pair.ofA(), pair.b(), pair.ofB())
                        || losesMore(pair.b(), pair.ofB(), pair.a(), pair.ofA());
            case UNDECIDED, SATURATED, CAPACITY -> false;
        };
    }

    private static boolean losesMore(CaseResult one, String ofOne, CaseResult other, String ofOther) {
        Interval rate = failures(one, ofOne);
        Interval against = failures(other, ofOther);
        return rate.mean() - against.mean() > Math.hypot(rate.mean() - rate.low(), against.high() - against.mean())
                || losesMoreInAll(one, ofOne, other, ofOther);
    }

    /**
     * Returns whether more requests failed in all, by Fisher's exact test. An engine whose failures come in clumps has a wide interval,
     * which must not hide that it loses more.
     */
    private static boolean losesMoreInAll(CaseResult one, String ofOne, CaseResult other, String ofOther) {
        long requests = requests(one, ofOne);
        long others = requests(other, ofOther);
        long failed = requests - succeeded(one, ofOne);
        long all = failed + others - succeeded(other, ofOther);
        return failed > 0
                && requests + others <= Integer.MAX_VALUE
                && HypergeometricDistribution.of((int) (requests + others), (int) all, (int) requests)
                                .survivalProbability((int) failed - 1)
                        < SURELY_MORE;
    }

    private static long requests(CaseResult one, String process) {
        return one.usable().stream()
                .mapToLong(r -> r.answeredBy(process).requests())
                .sum();
    }

    private static long succeeded(CaseResult one, String process) {
        return one.usable().stream()
                .mapToLong(r -> r.answeredBy(process).succeeded())
                .sum();
    }

    private static Interval failures(CaseResult one, String process) {
        return one.statistic(process, Statistic.FAILURES, StatisticFunction.AVERAGE);
    }

    /** A pair in words. The engine that takes less time is named first. */
    private static final class Sentence {

        private final Pair pair;
        private final PairVerdict found;
        private final PairVerdict verdict;
        private final double confidence;
        private final Ratio ratio;
        private final RatioTrend trend;
        private final boolean exchanged;
        private final String first;
        private final String second;

        /**
         * Creates the words of a pair.
         *
         * @param found verdict by response times alone
         */
        Sentence(Pair pair, PairVerdict found, PairVerdict verdict, double confidence) {
            this.pair = pair;
            this.found = found;
            this.verdict = verdict;
            this.confidence = confidence;
            exchanged = pair.ratio().value() < 1;
            ratio = pair.ratio();
            trend = pair.trend();
            first = pair.name(exchanged);
            second = pair.name(!exchanged);
        }

        String text() {
            boolean saturated = verdict != null && verdict.state() == PairVerdict.State.SATURATED;
            boolean same = verdict != null && verdict.state() == PairVerdict.State.EQUIVALENT;
            return pair.place() + ": " + (saturated ? saturated() : ratio.known() ? judged() : unknown()) + failed()
                    + "."
                    + (same ? " " + StartModes.missedWords(ratio.blocks()) + "." : "") + inconsistent(false)
                    + inconsistent(true);
        }

        /** Returns a note where a verdict rests on starts of several kinds. */
        private String inconsistent(boolean ofB) {
            boolean rests = verdict != null
                    && switch (verdict.state()) {
                        case BETTER, WORSE, EQUIVALENT -> true;
                        case UNDECIDED, SATURATED, CAPACITY -> false;
                    };
            String kinds = rests ? pair.of(ofB).inconsistent() : "";
            return kinds.isEmpty() ? "" : " Starts of " + pair.name(ofB) + " are inconsistent (" + kinds + ").";
        }

        private String unknown() {
            String ofA = lacks(false);
            String ofB = lacks(true);
            return "the data do not show which of " + first + " and " + second + " takes longer, because "
                    + (ofA.equals(ofB)
                            ? (ofA.isEmpty() ? "a mean of zero has no ratio" : "both have " + ofA)
                            : ofA.isEmpty() || ofB.isEmpty()
                                    ? pair.name(ofA.isEmpty()) + " has " + ofA + ofB
                                    : pair.name(false) + " has " + ofA + ", and " + pair.name(true) + " has " + ofB);
        }

        /** Returns what is missing for an interval; empty when nothing is. */
        private String lacks(boolean ofB) {
            CaseResult one = pair.of(ofB);
            int answered = one.means(ofB ? pair.ofB() : pair.ofA()).length;
            int usable = one.usable().size();
            return answered > 1
                    ? ""
                    : usable == 0
                            ? "no valid repetition" + starved(one)
                            : usable > answered
                                    ? (answered == 0 ? "no repetition" : "only one repetition")
                                            + " in which any request succeeded"
                                    : "fewer than two valid repetitions";
        }

        private static String starved(CaseResult one) {
            return OtherPrograms.starved(one.repetitions()).isEmpty()
                    ? ""
                    : OtherPrograms.during(one.repetitions())
                            .map(others -> " (other programs took " + others.taken() + ")")
                            .orElse("");
        }

        private String judged() {
            if (verdict == null) {
                return ratio.decided()
                        ? second + " takes " + times() + " as long as " + first
                        : "the data do not show which of " + first + " and " + second + " takes longer; the ratio is "
                                + number();
            }
            return switch (verdict.state()) {
                case BETTER, WORSE -> slower();
                case EQUIVALENT ->
                    first + " and " + second + " take the same time to within "
                            + SentenceText.percent(verdict.margin() - 1) + "; the ratio is " + number();
                case SATURATED -> saturated();
                case UNDECIDED, CAPACITY -> undecided();
            };
        }

        /** Returns the words about a saturated engine, which must not look better because it could not be measured. */
        private String saturated() {
            String kept = "";
            List<String> others = new ArrayList<>();
            for (boolean later : List.of(false, true)) {
                CaseResult one = pair.of(later);
                String process = later ? pair.ofB() : pair.ofA();
                CaseUsability usability = one.usability();
                String engine = pair.name(later);
                if (usability.state() == CaseUsability.State.SATURATED) {
                    // The lower bound of the mean of a mix is known for all its processes together, not for each
                    // process.
                    others.add(engine + " did not keep up: " + usability.why()
                            + (Double.isNaN(usability.atLeastMs())
                                            || !process.equals(one.testCase().subject())
                                    ? ""
                                    : ", so that its mean response time is at least "
                                            + SentenceText.ms(usability.atLeastMs()))
                            + ", and it answered "
                            + SentenceText.percent(1 - failures(one, process).mean())
                            + " of the requests");
                } else if (one.means(process).length > 0) {
                    kept = "; " + engine + " took " + SentenceText.ms(NumberStatistics.mean(one.means(process)))
                            + " on average";
                }
            }
            return String.join("; ", others) + kept;
        }

        /** Returns the words about the slower engine, with a least factor where trends may go on. */
        private String slower() {
            String changing = changing();
            return changing.isEmpty()
                    ? second + " takes " + times() + " as long as " + first
                    : second + " takes at least " + SentenceText.number(ratio.least() / trend.factor())
                            + "× as long as " + first + ", " + trend.takenForGranted() + ", as measured " + times()
                            + ": " + changing;
        }

        /**
         * Returns the words about unsettled response times; empty where the ratio is settled, or where cases cannot be compared for another
         * reason.
         */
        private String changing() {
            List<String> words = new ArrayList<>();
            if (trend.settled()) {
                return "";
            }
            for (boolean later : List.of(false, true)) {
                CaseUsability usability = pair.of(later).usability();
                if (usability.change() > 1) {
                    words.add(usability.doubt(pair.name(later)));
                }
            }
            return String.join("; ", words);
        }

        private String doubt() {
            return "the data do not show which of " + first + " and " + second + " takes longer; the ratio is "
                    + number() + ", but " + changing();
        }

        private String undecided() {
            if (!pair.comparable()) {
                return doubt();
            }
            if (found.state() != PairVerdict.State.UNDECIDED) {
                return "neither " + first + " nor " + second + " is better: the times have a ratio of " + number()
                        + ", but " + PairResult.FAILURES_DIFFER;
            }
            if (unsettled()) {
                return doubt();
            }
            String why = why();
            String more = verdict.more() < 0
                    ? ""
                    : "; about " + SentenceText.estimate(verdict.more(), "more repetition", "more repetitions")
                            + " would probably decide"
                            + asked();
            return "the data do not show which of " + first + " and " + second + " takes longer; the ratio is "
                    + number() + (why.isEmpty() ? "" : ", but " + why) + more;
        }

        /** Returns the reason why a pair is undecided, as a clause; empty where the interval itself shows it. */
        String reason() {
            if (verdict == null || verdict.state() != PairVerdict.State.UNDECIDED || !ratio.known()) {
                return "";
            }
            if (!pair.comparable() || unsettled()) {
                return PairResult.NOT_SETTLED;
            }
            return found.state() != PairVerdict.State.UNDECIDED ? PairResult.FAILURES_DIFFER : why();
        }

        private boolean within() {
            return ratio.least() <= verdict.least();
        }

        private boolean unsettled() {
            return ratio.decided() && within() && !trend.settled() && verdict.least() > verdict.noiseFloor();
        }

        private String why() {
            if (found.tooFewToEquate(ratio, 1 - confidence)) {
                return PairVerdict.tooFew(ratio);
            }
            if (found.signsDoNotEquate(ratio, 1 - confidence)) {
                return "too few blocks are within the margin of " + SentenceText.percent(verdict.margin() - 1);
            }
            if (ratio.decided()) {
                return within()
                        ? "not larger than " + madeBy()
                        : verdict.pDifference() > 1 - confidence
                                ? "not significant"
                                        + (verdict.significantWithoutCauses(ratio, 1 - confidence)
                                                ? "ly larger than " + madeBy()
                                                : "")
                                        + verdict.correction()
                                : "not confirmed by the sign-flip test";
            }
            return verdict.least() > verdict.margin() && ratio.within(verdict.margin())
                    ? madeBy() + " is more than the " + SentenceText.percent(verdict.margin() - 1)
                            + " that count as the same time"
                    : "";
        }

        private String madeBy() {
            return verdict.leastWords(pair.effects());
        }

        /** Returns the precision that would bring the advised number of repetitions, where a precision chooses that number. */
        private String asked() {
            PrecisionGoal precision = pair.a().testCase().schedule().precision();
            if (precision == null || !precision.chosen()) {
                return "";
            }
            int all = precision.repetitions() + verdict.more();
            double finer = precision.share() * Math.sqrt((double) precision.repetitions() / all);
            return " (precision "
                    + (precision.capped()
                            ? SentenceText.level(precision.share())
                            : "about " + SentenceText.percent(finer))
                    + (all > precision.most() ? " at most " + all : "") + ")";
        }

        private String times() {
            return SentenceText.number(exchanged ? 1 / ratio.value() : ratio.value()) + "× (" + interval() + ")";
        }

        private String number() {
            return SentenceText.number(exchanged ? 1 / ratio.value() : ratio.value()) + " (" + interval() + ")";
        }

        private String interval() {
            return SentenceText.level(confidence) + " CI "
                    + SentenceText.interval(
                            exchanged ? 1 / ratio.value() : ratio.value(),
                            exchanged ? 1 / ratio.high() : ratio.low(),
                            exchanged ? 1 / ratio.low() : ratio.high(),
                            SentenceText::number)
                    + SmallSampleNote.of(
                            IntStream.of(pair.a().means().length, pair.b().means().length));
        }

        private String failed(boolean ofB, String of) {
            return pair.of(ofB).failures(ofB ? pair.ofB() : pair.ofA(), of);
        }

        /** Returns the words about failures, so that an engine that loses requests does not look fast. */
        private String failed() {
            double left = failures(pair.a(), pair.ofA()).mean();
            double right = failures(pair.b(), pair.ofB()).mean();
            boolean noted = Math.abs(left - right) >= NOTED_FAILURES || !Objects.equals(found, verdict);
            return noted
                    ? ", while " + failed(exchanged, " of the requests to " + first) + " and "
                            + failed(!exchanged, " of those to " + second) + " failed"
                    : "";
        }
    }

    /** Returns the mean over processes for each engine and workload. */
    public static List<EngineMean> bars(List<CaseResult> cases, double confidence) {
        Map<List<String>, List<CaseResult>> groups = new LinkedHashMap<>();
        for (CaseResult one :
                cases.stream().filter(each -> !each.testCase().isTwin()).toList()) {
            CasePlan plan = one.testCase();
            groups.computeIfAbsent(
                            List.of(plan.suite(), plan.workload(), CaseResult.engine(plan)), k -> new ArrayList<>())
                    .add(one);
        }
        List<EngineMean> bars = new ArrayList<>();
        groups.forEach((key, group) -> {
            List<CaseResult> usable =
                    group.stream().filter(c -> c.means().length > 0).toList();
            double[][] means = usable.stream().map(CaseResult::means).toArray(double[][]::new);
            bars.add(new EngineMean(
                    key.get(0),
                    key.get(1),
                    key.get(2),
                    usable.stream().map(c -> c.testCase().subject()).distinct().toList(),
                    (int) group.stream()
                            .map(c -> c.testCase().subject())
                            .distinct()
                            .count(),
                    bar(usable, means, confidence),
                    average(usable, Statistic.THROUGHPUT),
                    average(usable, Statistic.FAILURES)));
        });
        return bars;
    }

    /** Returns the mean over cases; of a single case it is that of the case. */
    private static Interval bar(List<CaseResult> cases, double[][] means, double confidence) {
        return cases.size() == 1 && means[0].length <= SharedSpreads.MOST_REPETITIONS
                ? cases.get(0)
                        .meanResponseTime(cases.get(0).testCase().subject())
                        .shown()
                : Interval.ofGroups(means, confidence);
    }

    private static double average(List<CaseResult> cases, String metric) {
        return cases.stream()
                .mapToDouble(c -> c.statistic(metric, StatisticFunction.AVERAGE).mean())
                .average()
                .orElse(Double.NaN);
    }
}
