package io.soabench.analyzer.cases;

import io.soabench.analyzer.repetition.EngineOverhead;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Interval;
import io.soabench.analyzer.stat.NumberStatistics;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.EnginePace;
import io.soabench.plan.CasePlan;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The throughput, the overhead, the step overhead or the processor time of two engines under the same process and workload, in the order of
 * the plan.
 *
 * @param metric {@link Statistic#THROUGHPUT}, {@link Statistic#OVERHEAD}, {@link Statistic#STEP_OVERHEAD} or {@link Statistic#PROCESSOR_TIME}
 * @param unit of both values
 * @param valueA mean of the averages of the repetitions of A
 * @param valueB mean of the averages of the repetitions of B
 * @param ratio of the geometric means of the repetitions' averages, B / A; without an interval where an overhead is not
 *     positive
 * @param difference B - A, in the unit; NaN of throughput and of processor time
 * @param blocks repetitions that both have
 * @param partners least share of the response time that partners take on either engine; NaN except for the overhead
 * @param verdict verdict on B against A; null where nothing is judged
 * @param reason reason why a difference whose interval leaves out 1 is undecided, as a clause; empty where it is decided, and where the
 *     interval includes 1
 * @param sentence the result in words
 */
public record MetricComparison(
        String metric,
        String unit,
        String process,
        CaseResult a,
        CaseResult b,
        double valueA,
        double valueB,
        Ratio ratio,
        Interval difference,
        int blocks,
        double partners,
        PairVerdict verdict,
        String reason,
        String sentence) {

    /** Share of the response time that partners take on both engines, from which on they take most of it. */
    static final double PARTNERS = 0.5;

    /** Share of the offered requests from which on the answers of an open load are limited by its offer, not by the engine. */
    static final double WHOLE_OFFER = 0.95;

    private static final Interval NONE = new Interval(Double.NaN, Double.NaN, Double.NaN, 0);

    /** Returns whether two engines differ by more than chance explains. */
    public boolean decided() {
        return verdict != null
                && (verdict.state() == PairVerdict.State.BETTER || verdict.state() == PairVerdict.State.WORSE);
    }

    /** Returns whether the comparison is of a process on these two cases. */
    public boolean of(String wanted, CaseResult first, CaseResult second) {
        return process.equals(wanted) && same(a, first) && same(b, second);
    }

    private static boolean same(CaseResult one, CaseResult other) {
        return one.testCase().id().equals(other.testCase().id());
    }

    /** Returns the sentence without the place. */
    public String words() {
        return sentence.substring(sentence.indexOf(": ") + 2);
    }

    /**
     * A pair before it is judged.
     *
     * @param judged the judged ratio: of a value that is worse when it is greater
     * @param effects possible effects of other causes than the engines
     * @param asked whether it is judged
     */
    record Open(
            CaseComparisons.Pair pair,
            String metric,
            NavigableMap<Integer, Double> left,
            NavigableMap<Integer, Double> right,
            Ratio ratio,
            Interval difference,
            Ratio judged,
            PossibleEffects effects,
            boolean asked) {

        /**
         * Returns the throughput of two engines, where one of them did not keep up with its load or is at its capacity.
         * Elsewhere throughput follows from the load or the response times. An engine never answers more of an open
         * load than is offered, so there is not a comparison where both answer nearly all of it. Nothing is judged where the throughput of one
         * does not show what it can do.
         */
        static Optional<Open> throughput(CaseComparisons.Pair pair, EngineCapacities capacities, double confidence) {
            CasePlan place = pair.a().testCase();
            boolean limited = pair.saturated() || capacities.reached(pair.a()) || capacities.reached(pair.b());
            if (!limited
                    || !pair.process().equals(place.subject())
                    || (answersWholeOffer(pair.a()) && answersWholeOffer(pair.b()))) {
                return Optional.empty();
            }
            NavigableMap<Integer, Double> left = values(pair.a(), RepetitionResult::throughput);
            NavigableMap<Integer, Double> right = values(pair.b(), RepetitionResult::throughput);
            Ratio ratio = BlockedRatios.paired(left, right, confidence);
            PossibleEffects effects = pair.effectsOnThroughput();
            return Optional.of(new Open(
                    pair,
                    Statistic.THROUGHPUT,
                    left,
                    right,
                    ratio,
                    NONE,
                    ratio.inverse(),
                    effects,
                    ratio.known()
                            && effects.bounded()
                            && capacities.doubt(pair.a()).isEmpty()
                            && capacities.doubt(pair.b()).isEmpty()));
        }

        /** Returns whether an engine answered nearly all requests of an open load; those that partners fail by plan do not count. */
        private static boolean answersWholeOffer(CaseResult result) {
            return result.usable().stream()
                            .mapToDouble(Open::answeredShare)
                            .average()
                            .orElse(0)
                    >= WHOLE_OFFER;
        }

        private static double answeredShare(RepetitionResult repetition) {
            EnginePace pace = repetition.measurement().pace();
            double possible = repetition.requests()
                    - repetition.planned(repetition.testCase().subject());
            return pace.clients() > 0 || !(possible > 0) || !(pace.servedPerS() >= 0)
                    ? 0
                    : pace.servedPerS() / (pace.offeredPerS() * possible / repetition.requests());
        }

        /**
         * Returns the processor times of two engines, for all processes of a mix together; empty where fewer than two blocks have both. Where
         * the data do not bound the effect of trends, no difference exceeds it.
         */
        static Optional<Open> processorTime(CaseComparisons.Pair pair, BlockedRatios ratios, double confidence) {
            if (!pair.process().equals(pair.a().testCase().subject())) {
                return Optional.empty();
            }
            Ratio ratio = ratios.paired(pair.a(), pair.b(), one -> ProcessorTimes.of(one, confidence));
            return ratio.known()
                    ? Optional.of(new Open(
                            pair,
                            Statistic.PROCESSOR_TIME,
                            ProcessorTimes.of(pair.a(), confidence),
                            ProcessorTimes.of(pair.b(), confidence),
                            ratio,
                            NONE,
                            ratio,
                            pair.effectsOnProcessorTime(),
                            true))
                    : Optional.empty();
        }

        /** Returns the overheads of two engines over the time of their partners. */
        static Optional<Open> overhead(CaseComparisons.Pair pair, EngineCapacities capacities, double confidence) {
            if (!pair.comparable() || capacities.full(pair.a()) || capacities.full(pair.b())) {
                return Optional.empty();
            }
            NavigableMap<Integer, Double> left =
                    values(pair.a(), r -> overhead(r, pair.ofA()).overhead().mean());
            NavigableMap<Integer, Double> right =
                    values(pair.b(), r -> overhead(r, pair.ofB()).overhead().mean());
            List<Integer> blocks =
                    left.keySet().stream().filter(right::containsKey).toList();
            double share = partners(pair);
            // Where partners take no time, overheads are the response times.
            if (blocks.size() < 2 || !(share > 0)) {
                return Optional.empty();
            }
            double[] a = blocks.stream().mapToDouble(left::get).toArray();
            double[] b = blocks.stream().mapToDouble(right::get).toArray();
            double[] differences =
                    IntStream.range(0, a.length).mapToDouble(i -> b[i] - a[i]).toArray();
            Ratio ratio = Ratio.paired(a, b, confidence);
            double responseMs = Math.min(
                    NumberStatistics.mean(pair.a().means(pair.ofA())),
                    NumberStatistics.mean(pair.b().means(pair.ofB())));
            return Optional.of(new Open(
                    pair,
                    Statistic.OVERHEAD,
                    left,
                    right,
                    ratio,
                    Interval.ofChanges(differences, confidence),
                    ratio.known() ? ratio : ofTimes(differences, responseMs, confidence),
                    ratio.known() ? effects(pair, a, b) : pair.effects(),
                    share >= PARTNERS));
        }

        /**
         * Returns the possible effects of other causes than the engines on a ratio of overheads. Their whole effect on the response times is
         * in the overhead.
         */
        private static PossibleEffects effects(CaseComparisons.Pair pair, double[] a, double[] b) {
            return pair.effects()
                    .onPart(Math.max(
                            NumberStatistics.mean(pair.a().means(pair.ofA())) / NumberStatistics.mean(a),
                            NumberStatistics.mean(pair.b().means(pair.ofB())) / NumberStatistics.mean(b)));
        }

        /** Returns the ratio of differences, as shares of a response time, because overheads that are zero or less have no ratio. */
        private static Ratio ofTimes(double[] differences, double responseMs, double confidence) {
            double[] one = new double[differences.length];
            double[] other = new double[differences.length];
            for (int i = 0; i < one.length; i++) {
                one[i] = 1;
                other[i] = Math.exp(differences[i] / responseMs);
            }
            return Ratio.paired(one, other, confidence);
        }

        static NavigableMap<Integer, Double> values(CaseResult result, ToDoubleFunction<RepetitionResult> value) {
            NavigableMap<Integer, Double> values = new TreeMap<>();
            for (RepetitionResult repetition : result.usable()) {
                double one = value.applyAsDouble(repetition);
                if (!Double.isNaN(one)) {
                    values.put(repetition.repetition(), one);
                }
            }
            return values;
        }

        private static EngineOverhead overhead(RepetitionResult repetition, String process) {
            return repetition.parts().stream()
                    .filter(part -> part.process().equals(process))
                    .map(RepetitionResult.Part::overhead)
                    .findFirst()
                    .orElse(
                            process.equals(repetition.testCase().subject())
                                    ? repetition.overheads()
                                    : EngineOverhead.without(""));
        }

        /** Returns the least share of the response time that partners take on either engine; NaN when it is unknown. */
        private static double partners(CaseComparisons.Pair pair) {
            return Math.min(partners(pair.a(), pair.ofA()), partners(pair.b(), pair.ofB()));
        }

        private static double partners(CaseResult result, String process) {
            return result.usable().stream()
                    .mapToDouble(r -> overhead(r, process).idealMeanMs()
                            / r.answeredBy(process).response().mean())
                    .average()
                    .orElse(Double.NaN);
        }

        /**
         * Returns the judged comparison.
         *
         * @param found verdict by the judged ratio; null where nothing is judged
         */
        MetricComparison judged(PairVerdict found, EngineCapacities capacities, double confidence) {
            PairVerdict verdict = found != null && !ratio.known() && found.state() == PairVerdict.State.EQUIVALENT
                    ? found.undecided()
                    : found;
            String text =
                    switch (metric) {
                        case Statistic.THROUGHPUT -> throughputWords(verdict, capacities, confidence);
                        case Statistic.STEP_OVERHEAD -> StepComparison.words(this, verdict, confidence);
                        case Statistic.PROCESSOR_TIME -> processorWords(verdict, confidence);
                        default -> overheadWords(verdict, confidence);
                    };
            return new MetricComparison(
                    metric,
                    metric.equals(Statistic.THROUGHPUT) ? "1/s" : "ms",
                    pair.process(),
                    pair.a(),
                    pair.b(),
                    mean(left),
                    mean(right),
                    ratio,
                    difference,
                    (int) left.keySet().stream().filter(right::containsKey).count(),
                    metric.equals(Statistic.OVERHEAD) ? Math.max(0, partners(pair)) : Double.NaN,
                    verdict,
                    reason(verdict, confidence),
                    pair.place() + ": " + text);
        }

        static double mean(NavigableMap<Integer, Double> of) {
            return NumberStatistics.mean(
                    of.values().stream().mapToDouble(v -> v).toArray());
        }

        private String throughputWords(PairVerdict verdict, EngineCapacities capacities, double confidence) {
            boolean exchanged = ratio.value() < 1;
            String more = pair.name(!exchanged);
            String fewer = pair.name(exchanged);
            CaseResult most = pair.of(!exchanged);
            if (verdict == null) {
                return "Throughput is not compared: " + whyNot(capacities) + ".";
            }
            boolean least = capacities.least(most)
                    || (!capacities.reached(most)
                            && (most.usability().state() != CaseUsability.State.SATURATED || answersWholeOffer(most)));
            return switch (verdict.state()) {
                case BETTER, WORSE ->
                    more + " answers " + (least ? "at least " : "") + number(exchanged) + "× as many requests as "
                            + fewer + " (" + interval(exchanged, confidence) + ").";
                case EQUIVALENT ->
                    fewer + " and " + more + " answer the same number of requests to within "
                            + SentenceText.percent(verdict.margin() - 1)
                            + " (ratio " + number(exchanged) + ", " + interval(exchanged, confidence) + ").";
                case UNDECIDED, SATURATED, CAPACITY ->
                    "The data do not show which of " + fewer + " and " + more + " has the higher throughput (ratio of "
                            + more + " to " + fewer + " " + number(exchanged) + ", "
                            + interval(exchanged, confidence) + why(verdict, confidence) + ").";
            };
        }

        /** Returns the reason why throughput is not judged, as a clause. */
        private String whyNot(EngineCapacities capacities) {
            if (left.keySet().stream().filter(right::containsKey).count() < 2) {
                return "fewer than two blocks are complete";
            }
            if (!ratio.known()) {
                return "an engine answered nothing";
            }
            return Stream.of(false, true)
                    .filter(second -> !capacities.doubt(pair.of(second)).isEmpty())
                    .map(second -> "of " + pair.name(second) + ", " + capacities.doubt(pair.of(second)))
                    .findFirst()
                    .orElse("there are too few answers to bound the effect of trends");
        }

        private String processorWords(PairVerdict verdict, double confidence) {
            boolean exchanged = ratio.value() < 1;
            String more = pair.name(!exchanged);
            String less = pair.name(exchanged);
            return "For a completed request, "
                    + switch (verdict.state()) {
                        case BETTER, WORSE ->
                            more + " takes " + number(exchanged) + "× the processor time of " + less + " ("
                                    + interval(exchanged, confidence) + ").";
                        case EQUIVALENT ->
                            less + " and " + more + " take the same processor time to within "
                                    + SentenceText.percent(verdict.margin() - 1) + " (ratio " + number(exchanged) + ", "
                                    + interval(exchanged, confidence) + ").";
                        case UNDECIDED, SATURATED, CAPACITY ->
                            "the data do not show which of " + less + " and " + more
                                    + " takes more processor time (ratio of " + more + " to " + less + " "
                                    + number(exchanged) + ", "
                                    + interval(exchanged, confidence) + why(verdict, confidence) + ").";
                    };
        }

        private String overheadWords(PairVerdict verdict, double confidence) {
            boolean byRatio = ratio.known();
            boolean exchanged = byRatio ? ratio.value() < 1 : difference.mean() < 0;
            String more = pair.name(!exchanged);
            String less = pair.name(exchanged);
            String numbers = byRatio
                    ? "ratio " + number(exchanged) + ", " + interval(exchanged, confidence)
                    : "difference " + SentenceText.ms(Math.abs(difference.mean())) + ", "
                            + differenceInterval(exchanged, confidence);
            String share =
                    "Partners take at least " + SentenceText.percent(Math.max(0, partners(pair))) + " of the time. ";
            if (verdict == null) {
                return pair.name(false) + " adds " + SentenceText.ms(mean(left)) + " to the time of the partners, "
                        + pair.name(true) + " " + SentenceText.ms(mean(right)) + " (" + numbers
                        + "). On one engine or both, partners take less than half of the time, so only response times are judged.";
            }
            return share
                    + switch (verdict.state()) {
                        case BETTER, WORSE ->
                            byRatio
                                    ? "Of what the engines add, " + more + " takes " + number(exchanged)
                                            + "× as much as " + less + " (" + interval(exchanged, confidence) + ")."
                                    : more + " adds " + SentenceText.ms(Math.abs(difference.mean())) + " more than "
                                            + less + " (" + differenceInterval(exchanged, confidence) + ").";
                        case EQUIVALENT ->
                            "Of what the engines add, " + less + " and " + more + " take the same to within "
                                    + SentenceText.percent(verdict.margin() - 1) + " (" + numbers + ").";
                        case UNDECIDED, SATURATED, CAPACITY ->
                            "The data do not show which of " + less + " and " + more + " adds more (" + numbers
                                    + why(verdict, confidence) + ").";
                    };
        }

        private String reason(PairVerdict verdict, double confidence) {
            return verdict == null || verdict.state() != PairVerdict.State.UNDECIDED ? "" : clause(verdict, confidence);
        }

        /** Returns the reason why a difference is undecided, behind other words; empty where the interval includes 1. */
        String why(PairVerdict verdict, double confidence) {
            String clause = clause(verdict, confidence);
            return clause.isEmpty() ? "" : "; " + clause;
        }

        private String clause(PairVerdict verdict, double confidence) {
            if (!judged.decided()) {
                return "";
            }
            if (!ratio.known() && verdict.pEquivalence() <= 1 - confidence) {
                return "it is within " + SentenceText.percent(verdict.margin() - 1) + " of the response time";
            }
            if (verdict.tooFewToEquate(judged, 1 - confidence)) {
                return judged.blocks() + " repetitions are too few to show that both are the same, which needs "
                        + PairVerdict.LEAST_EQUIVALENT;
            }
            if (verdict.signsDoNotEquate(judged, 1 - confidence)) {
                return "too few blocks are within the margin of " + SentenceText.percent(verdict.margin() - 1);
            }
            if (judged.least() <= verdict.least()) {
                return "not larger than " + verdict.leastWords(effects);
            }
            return verdict.pDifference() > 1 - confidence
                    ? "not significant"
                            + (verdict.significantWithoutCauses(judged, 1 - confidence)
                                    ? "ly larger than " + verdict.leastWords(effects)
                                    : "")
                            + " (p = " + SentenceText.number(verdict.pDifference()) + verdict.correction() + ")"
                    : "not confirmed by the sign-flip test";
        }

        String number(boolean exchanged) {
            return SentenceText.number(exchanged ? 1 / ratio.value() : ratio.value());
        }

        String interval(boolean exchanged, double confidence) {
            Ratio shown = exchanged ? ratio.inverse() : ratio;
            return SentenceText.level(confidence) + " CI "
                    + SentenceText.interval(shown.value(), shown.low(), shown.high(), SentenceText::number) + few();
        }

        private String differenceInterval(boolean exchanged, double confidence) {
            return SentenceText.level(confidence) + " CI "
                    + SentenceText.ms(exchanged ? -difference.high() : difference.low()) + " to "
                    + SentenceText.ms(exchanged ? -difference.low() : difference.high()) + few();
        }

        private String few() {
            return SmallSampleNote.of(IntStream.of(left.size(), right.size()));
        }
    }
}
