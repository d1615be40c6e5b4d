package io.soabench.analyzer.answers;

import io.soabench.analyzer.answers.Answer.Question;
import io.soabench.analyzer.cases.CapacitySentences;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.ComparisonFamily;
import io.soabench.analyzer.cases.EngineCapacities;
import io.soabench.analyzer.cases.HeldLoad;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.cases.RatioTrend;
import io.soabench.analyzer.cases.SmallSampleNote;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The search for the engine with the lowest response time, under each workload and then over all cases. Two engines are compared by the
 * ratio of the geometric means of their average response times, over the cases that both completed. A completed case has valid repetitions
 * and fewer failures than count as not held ({@link HeldLoad}). All pairs of engines under all workloads and over all cases are one family
 * with simultaneous intervals (Bonferroni), each interval a member of its own. So a run of identical engines has a false sentence no more often than the level allows, for any
 * number of engines and workloads. The engine with the lowest response time is named only when it beats each other one at that level
 * (multiple comparisons with the best). See Hsu, "Constrained simultaneous confidence intervals for multiple comparisons with the best", 1984.
 * Over several workloads there are two intervals. The first holds for these cases and contains the spread between repetitions. The second
 * exists for three workloads or more, holds for any workloads of which these are a sample, and contains the spread between workloads.
 * Engines with one common workload have no comparison over workloads. Engines at their capacity ({@link EngineCapacities}) are compared by
 * throughput, not by response times.
 *
 * <p>Where the suite names a baseline, each other engine is compared with it, and with no other. Then the family has these comparisons
 * only, and no engine is called the lowest.
 *
 * <p>The conditions of a pair of engines hold here, too: a difference exceeds the noise floor and the possible lateness of the harness. Two
 * engines with a single common case are a pair. The answer never contradicts its verdict, which accounts for all other pairs of the run.
 */
final class LowestResponseTime {

    /** Minimum number of workloads for a sample of others like them: the interval of two would have one degree of freedom. */
    private static final int LEAST_SAMPLE = 3;

    private final List<HeldLoad> cases;
    private final CaseComparisons pairs;
    private final double confidence;
    private final int family;

    /** Level of the interval of each comparison, so that all intervals together have the level of the run. */
    private final double simultaneous;

    LowestResponseTime(List<HeldLoad> cases, CaseComparisons pairs, double confidence) {
        this.cases = cases;
        this.pairs = pairs;
        this.confidence = confidence;
        family = family(cases.stream().map(one -> one.result().testCase()).toList());
        simultaneous = 1 - (1 - confidence) / family;
    }

    /**
     * Returns the number of comparisons whose intervals hold together: each pair of engines, or each engine and the baseline, under each
     * workload and over all of them. Three workloads or more have two intervals over all of them: for these and for any like these.
     */
    static int family(List<CasePlan> cases) {
        if (cases.stream().anyMatch(CasePlan::hasBaseline)) {
            Map<List<String>, List<CasePlan>> scopes =
                    cases.stream().collect(Collectors.groupingBy(of -> List.of(of.suite(), of.workload())));
            int under =
                    scopes.values().stream().mapToInt(ComparisonFamily::size).sum();
            return Math.max(1, under + over(scopes.size()) * ComparisonFamily.size(cases));
        }
        int engines = (int) cases.stream().map(CaseResult::engine).distinct().count();
        int workloads = (int) cases.stream()
                .map(place -> List.of(place.suite(), place.workload()))
                .distinct()
                .count();
        return Math.max(1, engines * (engines - 1) / 2 * (workloads + over(workloads)));
    }

    /** Returns the number of intervals of a comparison over all workloads. */
    private static int over(int workloads) {
        return workloads < 2 ? 0 : workloads < LEAST_SAMPLE ? 1 : 2;
    }

    /** The place of a case, which the cases of all engines share. */
    private record Place(String suite, String process, String workload) {}

    /**
     * A comparison of two engines.
     *
     * @param ratio for these cases; null when they completed no common case
     * @param any for workloads like these; null for too few workloads
     * @param workloads number of these workloads
     * @param causes other possible causes of the ratio
     * @param few note on the number of repetitions, where they are few; else empty
     */
    private record Comparison(
            String engine,
            String other,
            Ratio ratio,
            Ratio any,
            int common,
            int workloads,
            OtherCauses causes,
            String few) {

        boolean decided() {
            return ofThese() && (any == null || causes.leaves(any));
        }

        /** Returns whether the comparison is decided for these cases. */
        boolean ofThese() {
            return ratio != null && causes.leaves(ratio);
        }

        /** Returns the reason why nothing is decided, as a clause; empty where the interval itself shows it. */
        String reason(double level) {
            if (!ratio.decided()) {
                return "";
            }
            return causes.changing().isEmpty() ? causes.why(ratio, level) : PairResult.NOT_SETTLED;
        }

        /** Returns the least factor by which the other engine takes longer, even if the trend went on; NaN where the ratio is settled. */
        double atLeast() {
            return causes.changing().isEmpty()
                    ? Double.NaN
                    : ratio.least() / causes.trend().factor();
        }

        /** Returns the factor of a decided comparison in words, with a least factor where the ratio is not settled. */
        String times() {
            String measured = SentenceText.number(ratio.value()) + "×";
            if (causes.changing().isEmpty()) {
                return other + " takes " + measured + " as long as " + engine + " (";
            }
            boolean shorter = ratio.value() < 1;
            return (shorter ? engine : other) + " takes at least "
                    + SentenceText.number(atLeast()) + "× as long as " + (shorter ? other : engine) + ", "
                    + causes.trend().takenForGranted() + " (as measured "
                    + (shorter ? other + " takes " + measured + " as long as " + engine : measured) + ", ";
        }
    }

    /**
     * The possible causes of a ratio other than the two engines.
     *
     * @param floor largest factor of one engine against itself: at least 1
     * @param harness largest factor by which the harness may have lengthened either time by being late: at least 1
     * @param trend the trend of a ratio with the largest possible effect
     * @param changing the unsettled case with the reason; empty when all are steady
     * @param pair the only pair of these engines; null when there are several, or none was judged
     */
    private record OtherCauses(double floor, double harness, RatioTrend trend, String changing, PairResult pair) {

        /** Returns whether all of the interval exceeds these causes. */
        boolean leaves(Ratio ratio) {
            return ratio.least() > least() && !contradicted();
        }

        private double least() {
            return Math.max(floor, trend.allowance(harness));
        }

        private boolean contradicted() {
            return pair != null
                    && pair.verdict().state() != PairVerdict.State.BETTER
                    && pair.verdict().state() != PairVerdict.State.WORSE;
        }

        /** Returns the reason why a difference of the interval is not reported, as a clause; empty where response times had not settled. */
        String why(Ratio ratio, double level) {
            if (!changing.isEmpty()) {
                return "";
            }
            if (pair != null && pair.verdict().state() == PairVerdict.State.EQUIVALENT) {
                return "they take the same time to within "
                        + SentenceText.percent(pair.verdict().margin() - 1);
            }
            if (tooFewToEquate(level)) {
                return PairVerdict.tooFew(pair.ratio());
            }
            if (ratio.least() <= least()) {
                double made = trend.allowance(1);
                return made > Math.max(floor, harness)
                        ? "not larger than the possible effect of trends of " + SentenceText.effect(made)
                        : harness > floor
                                ? "not larger than the possible effect of a late load client or partner of "
                                        + SentenceText.effect(harness)
                                : "not larger than the noise floor of " + SentenceText.percent(floor - 1);
            }
            return pair == null ? "" : pair.reason();
        }

        /** Returns whether the times decide, and only the failures of both engines speak against them. */
        boolean failuresDiffer(Ratio ratio, double level) {
            return ratio.decided() && why(ratio, level).equals(PairResult.FAILURES_DIFFER);
        }

        private boolean tooFewToEquate(double level) {
            return pair != null && pair.verdict().tooFewToEquate(pair.ratio(), level);
        }

        /** Returns the reason with the words that join it to a sentence before; empty without a reason. */
        String whyBehind(Ratio ratio, double level) {
            String why = why(ratio, level);
            return why.isEmpty() ? "" : (tooFewToEquate(level) ? ", but " : ": ") + why;
        }
    }

    List<Answer> answers() {
        Set<String> engines = new LinkedHashSet<>();
        Map<List<String>, List<HeldLoad>> workloads = new LinkedHashMap<>();
        for (HeldLoad one : cases) {
            CasePlan place = one.result().testCase();
            engines.add(CaseResult.engine(place));
            workloads
                    .computeIfAbsent(List.of(place.suite(), place.workload()), k -> new ArrayList<>())
                    .add(one);
        }
        boolean several = workloads.size() > 1;
        if (engines.size() < 2
                || (!several
                        && cases.stream()
                                .noneMatch(one -> one.result().testCase().hasBaseline()))) {
            return List.of();
        }
        List<Answer> answers = new ArrayList<>();
        workloads.forEach((key, group) -> answers.addAll(scope(key.get(0), key.get(1), group)));
        if (several) {
            answers.addAll(scope(null, null, cases));
        }
        return answers;
    }

    private List<Answer> scope(String suite, String workload, List<HeldLoad> group) {
        String baseline = ComparisonFamily.baseline(
                group.stream().map(one -> one.result().testCase()).toList());
        Map<String, Map<Place, CaseResult>> completed = new LinkedHashMap<>();
        Map<String, List<HeldLoad>> incomplete = new LinkedHashMap<>();
        Map<String, List<HeldLoad>> slow = new LinkedHashMap<>();
        List<CaseResult> full = new ArrayList<>();
        for (HeldLoad one : group) {
            String engine = CaseResult.engine(one.result().testCase());
            completed.computeIfAbsent(engine, k -> new LinkedHashMap<>());
            if (one.result().usability().state() == CaseUsability.State.SATURATED) {
                slow.computeIfAbsent(engine, k -> new ArrayList<>()).add(one);
            } else if (pairs.capacities().full(one.result())) {
                full.add(one.result());
            } else if (one.whyNotCompared().isEmpty()) {
                completed.get(engine).put(place(one.result()), one.result());
            } else {
                incomplete.computeIfAbsent(engine, k -> new ArrayList<>()).add(one);
            }
        }
        if (completed.size() < 2) {
            return List.of();
        }
        List<String> compared = completed.keySet().stream()
                .filter(e -> !completed.get(e).isEmpty())
                .toList();
        List<Answer> answers = new ArrayList<>();
        List<Comparison> all =
                baseline.isEmpty() ? comparisons(compared, completed) : comparisons(baseline, compared, completed);
        // A comparison under one workload alone is shown with that workload, not here.
        List<Comparison> comparisons = workload == null
                ? all.stream()
                        .filter(c -> c.ratio() == null || c.workloads() > 1)
                        .toList()
                : all;
        if (workload == null
                && comparisons.stream().allMatch(c -> c.ratio() == null)
                && (all.size() > comparisons.size() || !full.isEmpty())) {
            return List.of();
        }
        Question question = baseline.isEmpty() ? Question.FASTEST : Question.BASELINE;
        comparisons.forEach(c -> answers.add(answer(question, suite, workload, c)));
        String out = "";
        for (String engine : completed.keySet()) {
            if (slow.containsKey(engine)) {
                HeldLoad first = slow.get(engine).get(0);
                out += " " + engine + " did not keep up in "
                        + SentenceText.count(slow.get(engine).size(), "case", "cases")
                        + (slow.get(engine).stream().allMatch(one -> completed.values().stream()
                                        .anyMatch(cases -> cases.containsKey(place(one.result()))))
                                ? ", where it ranks behind those that did ("
                                : " (")
                        + first.place() + ": " + first.result().usability().why() + ").";
            } else if (completed.get(engine).isEmpty() && incomplete.containsKey(engine)) {
                int number = incomplete.get(engine).size();
                out += " " + engine + " is left out: it completed "
                        + (number == 1 ? "no case" : "none of its " + number + " cases") + " ("
                        + reason(incomplete.get(engine))
                        + ").";
            }
        }
        if (group.stream().noneMatch(HeldLoad::known)) {
            out = workload == null ? " No repetition is valid (" + reason(group) + ")." : " No repetition is valid.";
        }
        out += workload == null ? fullCases(full) : capacities(full, group);
        String where = workload == null
                ? "Over the " + workloads(group, comparisons) + " workloads"
                : "Under " + group.get(0).result().workload();
        answers.add(
                0,
                baseline.isEmpty()
                        ? summary(suite, workload, where, compared, comparisons, out, !full.isEmpty(), completed.size())
                        : against(baseline, suite, workload, where, comparisons, out));
        return answers;
    }

    /** Returns the number of workloads that engines have in common, or that were planned. */
    private static String workloads(List<HeldLoad> group, List<Comparison> comparisons) {
        List<Integer> numbers = comparisons.stream()
                .filter(c -> c.ratio() != null)
                .map(Comparison::workloads)
                .distinct()
                .sorted()
                .toList();
        if (numbers.isEmpty()) {
            return Long.toString(group.stream()
                    .map(one -> one.result().testCase())
                    .map(of -> List.of(of.suite(), of.workload()))
                    .distinct()
                    .count());
        }
        return numbers.size() == 1
                ? numbers.get(0).toString()
                : numbers.get(0) + " to " + numbers.get(numbers.size() - 1);
    }

    /** Returns the cases that are left out of a comparison over several workloads because an engine is at its capacity, or its clients are. */
    private String fullCases(List<CaseResult> full) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        full.forEach(one -> numbers.merge(
                CaseResult.engine(one.testCase())
                        + (pairs.capacities().reached(one)
                                ? " is at its capacity in "
                                : " is not shown to be at its capacity, though clients wait for it all the time, in "),
                1,
                Integer::sum));
        return numbers.entrySet().stream()
                .map(each -> " " + each.getKey()
                        + SentenceText.count(each.getValue(), "case", "cases") + ", "
                        + (each.getValue() == 1 ? "which is" : "which are") + " not compared here.")
                .collect(Collectors.joining());
    }

    /** Returns the sentences about engines that are at their capacity under a workload, process by process. */
    private String capacities(List<CaseResult> full, List<HeldLoad> group) {
        CapacitySentences words = new CapacitySentences(pairs.capacities(), confidence);
        Map<Place, List<CaseResult>> places = new LinkedHashMap<>();
        full.forEach(one ->
                places.computeIfAbsent(place(one), k -> new ArrayList<>()).add(one));
        boolean alone =
                group.stream().map(one -> place(one.result())).distinct().count() == 1;
        return places.entrySet().stream()
                .map(each -> (alone ? "" : " " + each.getKey().process() + ":")
                        + each.getValue().stream()
                                .map(one -> " " + words.reached(one))
                                .collect(Collectors.joining())
                        + throughputs(each.getValue(), group)
                        + words.wait(each.getValue())
                        + durability(each.getKey(), group))
                .collect(Collectors.joining());
    }

    /** Returns a note on the durability of the engines of a process whose throughputs are compared, where it differs. */
    private String durability(Place place, List<HeldLoad> group) {
        return pairs.durabilities()
                .note(group.stream()
                        .map(HeldLoad::result)
                        .filter(one -> place(one).equals(place) && !one.usable().isEmpty())
                        .map(CaseResult::testCase)
                        .toList());
    }

    /** Returns the comparisons of throughputs of each engine at its capacity with the best engine, or those of engines with the baseline. */
    private String throughputs(List<CaseResult> full, List<HeldLoad> group) {
        List<CaseResult> there = group.stream()
                .map(HeldLoad::result)
                .filter(one ->
                        place(one).equals(place(full.get(0))) && !one.usable().isEmpty())
                .toList();
        if (full.get(0).testCase().hasBaseline()) {
            return pairs.metricPairs().stream()
                    .filter(each -> each.metric().equals(Statistic.THROUGHPUT)
                            && !doubtful(each)
                            && there.contains(each.a())
                            && there.contains(each.b())
                            && (each.a().testCase().onBaseline()
                                    || each.b().testCase().onBaseline()))
                    .map(each -> " " + each.words())
                    .collect(Collectors.joining());
        }
        CaseResult most = there.stream()
                .max(Comparator.comparingDouble(
                        one -> pairs.capacities().perS(one).mean()))
                .orElseThrow();
        return pairs.metricPairs().stream()
                .filter(each -> each.metric().equals(Statistic.THROUGHPUT)
                        && !doubtful(each)
                        && full.stream()
                                .anyMatch(one ->
                                        each.of(each.process(), most, one) || each.of(each.process(), one, most)))
                .map(each -> " " + each.words())
                .collect(Collectors.joining());
    }

    /** Returns whether the answers of either engine do not show its capacity; a sentence has the reason. */
    private boolean doubtful(MetricComparison each) {
        return pairs.capacities().doubtful(each.a()) || pairs.capacities().doubtful(each.b());
    }

    private static Place place(CaseResult one) {
        return new Place(
                one.testCase().suite(), one.testCase().subject(), one.testCase().workload());
    }

    private static String reason(List<HeldLoad> cases) {
        HeldLoad first = cases.get(0);
        return (cases.size() == 1 ? "" : "for example ") + first.place() + ": " + first.whyNotCompared();
    }

    /** Returns the comparisons of the engine that is lower than most others with each of these, the most similar first. */
    private List<Comparison> comparisons(List<String> engines, Map<String, Map<Place, CaseResult>> completed) {
        List<Comparison> best = List.of();
        long most = -1;
        int cases = -1;
        for (String engine : engines) {
            List<Comparison> own = new ArrayList<>();
            for (String other : engines) {
                if (!other.equals(engine)) {
                    own.add(compare(engine, completed.get(engine), other, completed.get(other)));
                }
            }
            long lower = own.stream()
                    .filter(c -> c.ratio() != null && c.ratio().value() > 1)
                    .count();
            int number = completed.get(engine).size();
            if (lower > most || (lower == most && number > cases)) {
                most = lower;
                cases = number;
                best = own;
            }
        }
        return best.stream()
                .sorted(Comparator.comparingDouble(
                        c -> c.ratio() == null ? Double.MAX_VALUE : c.ratio().value()))
                .toList();
    }

    /** Returns the comparisons of each other engine with the baseline, the shortest time first; none where the baseline has no case. */
    private List<Comparison> comparisons(
            String baseline, List<String> engines, Map<String, Map<Place, CaseResult>> completed) {
        return engines.stream()
                .filter(other -> !other.equals(baseline) && engines.contains(baseline))
                .map(other -> compare(baseline, completed.get(baseline), other, completed.get(other)))
                .sorted(Comparator.comparingDouble(
                        c -> c.ratio() == null ? Double.MAX_VALUE : c.ratio().value()))
                .toList();
    }

    private Comparison compare(String a, Map<Place, CaseResult> left, String b, Map<Place, CaseResult> right) {
        List<Place> common = left.keySet().stream().filter(right::containsKey).toList();
        List<Place> repeated = common.stream()
                .filter(p -> left.get(p).means().length > 1 && right.get(p).means().length > 1)
                .toList();
        // A case of a single repetition has no spread: it is left out when others have one.
        List<Place> used = repeated.isEmpty() ? common : repeated;
        if (used.isEmpty()) {
            return new Comparison(a, b, null, null, 0, 0, new OtherCauses(1, 1, RatioTrend.NONE, "", null), "");
        }
        Map<List<String>, List<Ratio>> workloads = new LinkedHashMap<>();
        for (Place place : used) {
            workloads
                    .computeIfAbsent(List.of(place.suite(), place.workload()), k -> new ArrayList<>())
                    .add(pairs.ratios().of(left.get(place), right.get(place), place.process()));
        }
        Ratio these =
                Ratio.over(workloads.values().stream().flatMap(List::stream).toList(), simultaneous);
        Ratio any = workloads.size() < LEAST_SAMPLE
                ? null
                : Ratio.acrossSample(
                        workloads.values().stream()
                                .map(group -> Ratio.over(group, confidence))
                                .toList(),
                        simultaneous);
        String few = SmallSampleNote.of(used.stream()
                .flatMap(place -> Stream.of(left.get(place), right.get(place)))
                .mapToInt(one -> one.means().length));
        return new Comparison(a, b, these, any, used.size(), workloads.size(), causes(used, left, right), few);
    }

    private OtherCauses causes(List<Place> used, Map<Place, CaseResult> left, Map<Place, CaseResult> right) {
        Map<Place, RatioTrend> trends = new LinkedHashMap<>();
        used.forEach(place -> trends.put(place, RatioTrend.of(left.get(place), right.get(place), true)));
        RatioTrend trend = trends.values().stream()
                .max(Comparator.comparingDouble(RatioTrend::factor))
                .orElseThrow();
        String changing = used.stream()
                .filter(place -> !trends.get(place).settled())
                .flatMap(place -> Stream.of(left.get(place), right.get(place)))
                .filter(one -> one.usability().change() > 1)
                .max(Comparator.comparingDouble(one -> one.usability().change()))
                .map(one -> one.usability().doubt(one.name()))
                .orElse("");
        double harness = used.stream()
                .flatMap(place -> Stream.of(left.get(place), right.get(place)))
                .mapToDouble(one -> 1 + one.harnessShare())
                .max()
                .orElseThrow();
        PairResult pair =
                used.size() > 1 ? null : pair(used.get(0).process(), left.get(used.get(0)), right.get(used.get(0)));
        return new OtherCauses(pairs.floor().ratio(), harness, trend, changing, pair);
    }

    private PairResult pair(String process, CaseResult one, CaseResult other) {
        Set<String> both = Set.of(one.testCase().id(), other.testCase().id());
        return pairs.pairs().stream()
                .filter(each -> each.kind() == PairResult.Kind.ENGINE
                        && each.process().equals(process)
                        && both.equals(Set.of(
                                each.a().testCase().id(), each.b().testCase().id())))
                .findFirst()
                .orElse(null);
    }

    private Answer answer(Question question, String suite, String workload, Comparison c) {
        boolean none = c.ratio() == null;
        return new Answer(
                question,
                suite,
                workload,
                c.engine(),
                c.other(),
                none ? Double.NaN : c.ratio().value(),
                none ? Double.NaN : c.ratio().low(),
                none ? Double.NaN : c.ratio().high(),
                c.any() == null ? Double.NaN : c.any().low(),
                c.any() == null ? Double.NaN : c.any().high(),
                "ratio",
                c.common(),
                c.decided(),
                none ? Double.NaN : c.atLeast(),
                none || c.decided() ? "" : c.reason(1 - confidence),
                c.workloads(),
                clause(c) + notes(List.of(c)) + "." + durability(List.of(c)));
    }

    /** Returns the clauses of comparisons. Engines without results share one clause. */
    private String clauses(List<Comparison> comparisons) {
        List<Comparison> unknown = comparisons.stream()
                .filter(c -> c.ratio() != null && !c.ratio().known())
                .toList();
        if (unknown.size() < 2) {
            return comparisons.stream().map(this::clause).collect(Collectors.joining("; "));
        }
        return Stream.concat(
                        comparisons.stream().filter(c -> !unknown.contains(c)).map(this::clause),
                        Stream.of(unknown.size() + " other engines are not compared with "
                                + unknown.get(0).engine()
                                + ", because there are fewer than two valid repetitions"))
                .collect(Collectors.joining("; "));
    }

    private String clause(Comparison c) {
        if (c.ratio() == null) {
            return c.engine() + " and " + c.other() + " completed no common case";
        }
        String cases = SentenceText.count(c.common(), "case that both completed", "cases that both completed");
        if (Double.isNaN(c.ratio().low())) {
            return "the data do not show which of " + c.engine() + " and " + c.other()
                    + " takes longer, because there are fewer"
                    + " than two valid repetitions (ratio "
                    + SentenceText.number(c.ratio().value()) + ", " + cases + ")";
        }
        String numbers = "simultaneous " + SentenceText.level(confidence) + " CI of "
                + SentenceText.count(family, "comparison", "comparisons") + " " + interval(c.ratio())
                + (c.decided() && c.any() != null
                        ? " for these cases, " + interval(c.any()) + " for any workloads like these, "
                        : ", ")
                + cases + c.few() + ")";
        String ratio = SentenceText.number(c.ratio().value()) + ", " + numbers;
        if (c.ofThese()) {
            return c.times()
                    + numbers
                    + (c.decided()
                            ? ""
                            : "; this is shown of these " + c.workloads() + " workloads, not of others like them");
        }
        boolean failures = c.causes().failuresDiffer(c.ratio(), 1 - confidence);
        return (failures
                        ? "neither " + c.engine() + " nor " + c.other() + " is better"
                        : "the data do not show which of " + c.engine() + " and " + c.other() + " takes longer")
                + " (ratio " + ratio
                + (c.ratio().decided() ? c.causes().whyBehind(c.ratio(), 1 - confidence) : "");
    }

    /** Returns the comparison of the overheads of a pair, where partners take most of the response time. */
    private Optional<MetricComparison> overhead(PairResult pair) {
        return pairs.metricPairs().stream()
                .filter(each -> pair != null
                        && each.metric().equals(Statistic.OVERHEAD)
                        && each.verdict() != null
                        && each.of(pair.process(), pair.a(), pair.b()))
                .findFirst();
    }

    private static String interval(Ratio ratio) {
        return SentenceText.interval(ratio.value(), ratio.low(), ratio.high(), SentenceText::number);
    }

    /** Returns the notes on unsettled cases, each case once. */
    private static String notes(List<Comparison> comparisons) {
        String notes = comparisons.stream()
                .filter(c -> c.ratio() != null && c.ratio().decided())
                .map(c -> c.causes().changing())
                .filter(changing -> !changing.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return notes.isEmpty() ? "" : ": " + notes;
    }

    /** Returns a note on the durability of compared engines, where it differs. */
    private String durability(List<Comparison> comparisons) {
        Map<String, CasePlan> engines = new LinkedHashMap<>();
        comparisons.stream()
                .filter(c -> c.ratio() != null)
                .flatMap(c -> Stream.of(c.engine(), c.other()))
                .forEach(engine -> cases.stream()
                        .map(one -> one.result().testCase())
                        .filter(of -> CaseResult.engine(of).equals(engine))
                        .findFirst()
                        .ifPresent(of -> engines.putIfAbsent(engine, of)));
        return pairs.durabilities().note(List.copyOf(engines.values()));
    }

    /** Returns the answer about all engines where each is compared with the baseline. */
    private Answer against(
            String baseline,
            String suite,
            String workload,
            String where,
            List<Comparison> comparisons,
            String leftOut) {
        String words = comparisons.isEmpty()
                ? " no response time is compared with " + baseline + ", the baseline."
                : " compared with " + baseline + ", the baseline: " + sentences(comparisons);
        return aboutAll(Question.BASELINE, suite, workload, baseline, comparisons, where + ":" + words + leftOut);
    }

    private Answer summary(
            String suite,
            String workload,
            String where,
            List<String> compared,
            List<Comparison> comparisons,
            String leftOut,
            boolean full,
            int engines) {
        boolean alone = comparisons.isEmpty();
        String engine = compared.isEmpty()
                ? null
                : alone ? compared.get(0) : comparisons.get(0).engine();
        String words;
        if (alone && full) {
            words = "";
        } else if (compared.isEmpty()) {
            words = " no engine can be compared.";
        } else if (alone) {
            words = " only " + engine + " completed cases, so there is nothing to compare it with.";
        } else {
            String which = comparisons.size() + 1 < engines ? " of the engines that are compared" : "";
            words = (allDecided(comparisons) ? " " + engine + " has the lowest response time" + which + ": " : " ")
                    + sentences(comparisons);
        }
        return aboutAll(Question.FASTEST, suite, workload, engine, comparisons, where + ":" + words + leftOut);
    }

    /** Returns the words of comparisons, with their notes. */
    private String sentences(List<Comparison> comparisons) {
        return clauses(comparisons) + notes(comparisons)
                + "."
                + durability(comparisons)
                + comparisons.stream()
                        .flatMap(c -> overhead(c.causes().pair()).stream())
                        .map(each -> " " + each.words())
                        .collect(Collectors.joining());
    }

    private static boolean allDecided(List<Comparison> comparisons) {
        return !comparisons.isEmpty() && comparisons.stream().allMatch(Comparison::decided);
    }

    /** Returns an answer about all engines. */
    private static Answer aboutAll(
            Question question,
            String suite,
            String workload,
            String engine,
            List<Comparison> comparisons,
            String sentence) {
        return new Answer(
                question,
                suite,
                workload,
                engine,
                null,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                "ratio",
                comparisons.stream().mapToInt(Comparison::common).max().orElse(0),
                allDecided(comparisons),
                Double.NaN,
                "",
                comparisons.stream().mapToInt(Comparison::workloads).max().orElse(0),
                sentence);
    }
}
