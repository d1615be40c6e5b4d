package io.soabench.analyzer.answers;

import io.soabench.analyzer.answers.Headline.Footnote;
import io.soabench.analyzer.answers.Headline.Kind;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.HeldLoad;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.cases.SmallSampleNote;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.CasePlan;
import io.soabench.plan.StatisticFunction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result on half a page: a {@link Headline} for each workload and each engine that is compared with the best one, the shortest ratio first,
 * then a headline for the load that each engine holds. A limit that several headlines share is one {@link Footnote}. {@link Answer} and
 * {@link PairResult} have the same results with all their reasons.
 */
public final class Headlines {

    /** Maximum number of undecided pairs that are named; further ones are counted. */
    private static final int MOST_OPEN = 4;

    static final String NO_INTERVAL = "no interval: a case has one valid repetition";

    private final List<CaseResult> cases;
    private final CaseComparisons comparisons;
    private final List<Answer> answers;
    private final double confidence;
    private final List<Headline> lines = new ArrayList<>();
    private final Footnotes footnotes;
    private final CapacityThroughputs throughputs;

    /** Comparisons that are not decided. */
    private final List<String> open = new ArrayList<>();

    /** Marks of the footnotes of the undecided comparisons that are named. */
    private final Set<Integer> openMarks = new TreeSet<>();

    /** Engines that are not shown to hold the smallest offered load, by that load. */
    private final Map<String, List<String>> smallest = new LinkedHashMap<>();

    /** Reasons for leaving cases out of comparisons, by case; empty for cases that are compared. */
    private final Map<String, Optional<String>> whyLeft = new HashMap<>();

    /** Largest probable number of further repetitions that would decide an open comparison; 0 where no number is known. */
    private int more;

    /** Number of open comparisons with a known number of further repetitions. */
    private int advised;

    private Headlines(
            List<CaseResult> cases,
            CaseComparisons comparisons,
            List<Answer> answers,
            EngineDurabilities durabilities,
            double confidence) {
        this.cases = cases.stream().filter(one -> !one.testCase().isTwin()).toList();
        this.comparisons = comparisons;
        this.answers = answers;
        footnotes = new Footnotes(comparisons, durabilities);
        throughputs = new CapacityThroughputs(comparisons, confidence);
        this.confidence = confidence;
    }

    /** Returns the headlines of a run. */
    public static Headlines of(
            List<CaseResult> cases,
            CaseComparisons comparisons,
            List<Answer> answers,
            EngineDurabilities durabilities,
            double confidence) {
        Headlines headlines = new Headlines(cases, comparisons, answers, durabilities, confidence);
        headlines.write();
        return headlines;
    }

    /** Returns the sentences, most important first. */
    public List<Headline> lines() {
        return List.copyOf(lines);
    }

    /** Returns the footnotes of the sentences, by mark. */
    public List<Footnote> footnotes() {
        return footnotes.list();
    }

    /** Returns whether a footnote has the reason why a case is left out of comparisons. */
    public boolean explains(CaseResult one) {
        return whyLeft(one).filter(footnotes::hasLeft).isPresent();
    }

    private void write() {
        answers.stream()
                .filter(answer -> answer.question() == Answer.Question.RESPONSE_TIME)
                .forEach(answer -> lines.add(alone(Kind.TIME, answer, answer.sentence())));
        overWorkloads();
        Map<List<String>, List<CaseResult>> scopes = cases.stream()
                .collect(Collectors.groupingBy(
                        one -> List.of(one.testCase().suite(), one.testCase().workload()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        if (cases.stream().allMatch(Headlines::unusable) && hasRivals(cases)) {
            add(Kind.INCOMPLETE, "No repetition is valid, so nothing is compared.");
        } else {
            scopes.values().stream().filter(Headlines::hasRivals).forEach(this::scope);
        }
        answers.stream()
                .filter(answer -> answer.question() == Answer.Question.SCALABILITY)
                .forEach(this::load);
        open();
        basis();
        if (lines.stream().anyMatch(line -> !Double.isNaN(line.ratio()))) {
            lines.addAll(0, baselines().stream().map(Headlines::baseline).toList());
        }
    }

    private List<String> baselines() {
        return cases.stream()
                .map(CaseResult::testCase)
                .filter(CasePlan::onBaseline)
                .map(CasePlan::baseline)
                .distinct()
                .toList();
    }

    /** Returns the line of a baseline in the picture. */
    private static Headline baseline(String engine) {
        return new Headline(
                Kind.BASELINE,
                null,
                null,
                engine,
                null,
                engine + ", the baseline",
                1,
                Double.NaN,
                Double.NaN,
                List.of(),
                engine + " is the baseline: the other engines are compared with it.");
    }

    private static boolean unusable(CaseResult one) {
        return one.usable().isEmpty();
    }

    private static boolean hasRivals(List<CaseResult> group) {
        return group.stream().map(Headlines::engine).distinct().count() > 1;
    }

    private static String engine(CaseResult one) {
        return CaseResult.engine(one.testCase());
    }

    private static Headline alone(Kind kind, Answer answer, String words) {
        return Headline.withoutRatio(kind, answer.suite(), answer.workload(), answer.engine(), List.of(), words);
    }

    /** Adds a headline over all workloads, only where they are a sample of others like them and the comparison is decided. */
    private void overWorkloads() {
        answers.stream()
                .filter(answer -> answer.compares()
                        && answer.suite() == null
                        && answer.other() != null
                        && answer.decided()
                        && !Double.isNaN(answer.anyLow()))
                .forEach(answer -> {
                    String ratio = times(answer.other(), answer.measured(), answer.engine())
                            + interval(answer, answer.anyLow(), answer.anyHigh())
                            + ", for any workloads like these)";
                    add(
                            longer(answer),
                            answer,
                            "Over " + answer.workloads() + " workloads, " + ratio + ".",
                            answer.other() + " / " + answer.engine() + ", all workloads",
                            answer.anyLow(),
                            answer.anyHigh(),
                            trend("over all workloads", answer).stream().toList());
                });
    }

    private void scope(List<CaseResult> group) {
        CasePlan place = group.get(0).testCase();
        Set<String> compared = new LinkedHashSet<>();
        List<Answer> pooled = answers.stream()
                .filter(answer -> answer.compares()
                        && answer.other() != null
                        && place.suite().equals(answer.suite())
                        && place.workload().equals(answer.workload()))
                .toList();
        String under = "under " + group.get(0).workload();
        if (group.stream().allMatch(Headlines::unusable)) {
            add(Kind.INCOMPLETE, SentenceText.capital(under) + ", no engine has a valid repetition.");
            return;
        }
        // A run may be of some of the cases only.
        if (place.hasBaseline() && group.stream().map(CaseResult::testCase).noneMatch(CasePlan::onBaseline)) {
            add(
                    Kind.INCOMPLETE,
                    SentenceText.capital(under) + ", " + place.baseline()
                            + ", the baseline, has no case in this run, so no response time is compared with it.");
        }
        if (pooled.isEmpty() && !place.hasBaseline()) {
            List<String> processes = group.stream()
                    .map(one -> one.testCase().subject())
                    .distinct()
                    .toList();
            processes.forEach(process -> compared.addAll(pairs(
                    group.stream()
                            .filter(one -> one.testCase().subject().equals(process))
                            .toList(),
                    processes.size() == 1 ? under : "in " + process + " " + under)));
        } else {
            pooled.forEach(answer -> compared.addAll(pooled(group, answer, under)));
        }
        group.stream()
                .sorted(Comparator.comparing((CaseResult one) -> !one.testCase().onBaseline())
                        .thenComparingDouble(this::rank))
                .map(Headlines::engine)
                .distinct()
                .filter(engine -> !compared.contains(engine))
                .forEach(engine -> apart(group, engine, under, compared));
    }

    /** Returns the order of an engine that is compared with none: those whose answers are compared by these, the most first, before others. */
    private double rank(CaseResult one) {
        double perS =
                one.statistic(Statistic.THROUGHPUT, StatisticFunction.AVERAGE).mean();
        boolean compared = one.usability().state() != CaseUsability.State.SATURATED
                && !comparisons.capacities().doubtful(one);
        return compared && perS > 0 ? -perS : 0;
    }

    /** Returns whether the load of a case takes all of an engine, or of its clients, so that its response times are compared with no other. */
    private boolean withoutTimes(CaseResult one) {
        return comparisons.capacities().full(one) || one.usability().state() == CaseUsability.State.SATURATED;
    }

    /** Adds a comparison over the processes that both engines completed, and returns the engines. */
    private List<String> pooled(List<CaseResult> group, Answer answer, String under) {
        if (Double.isNaN(answer.measured())) {
            return List.of();
        }
        List<PairResult> own = comparisons.pairs().stream()
                .filter(pair -> pair.kind() == PairResult.Kind.ENGINE
                        && group.contains(pair.a())
                        && group.contains(pair.b())
                        && Set.of(engine(pair.a()), engine(pair.b())).equals(Set.of(answer.engine(), answer.other())))
                .toList();
        // The processes of a mix have pairs of their own, and cases that are left out may have one, too.
        List<PairResult> whole = own.stream()
                .filter(pair -> pair.process().equals(pair.a().testCase().subject())
                        && whyLeft(pair.a()).isEmpty()
                        && whyLeft(pair.b()).isEmpty())
                .toList();
        boolean same = answer.cases() == 1
                && whole.stream()
                        .map(PairResult::verdict)
                        .anyMatch(verdict -> verdict.state() == PairVerdict.State.EQUIVALENT);
        boolean against = answer.question() == Answer.Question.BASELINE;
        Kind kind = answer.decided()
                ? longer(answer)
                : same ? Kind.EQUIVALENT : against ? Kind.NO_DIFFERENCE : Kind.UNDECIDED;
        List<Integer> marks = new ArrayList<>();
        if (answer.decided()) {
            trend(under, answer).ifPresent(marks::add);
        }
        marks.addAll(footnotes.of(own, answer.engine(), answer.other()));
        left(group, answer).forEach(reason -> marks.add(footnotes.left(reason)));
        if (against) {
            against(kind, answer, under, marks, answer.cases() == 1 ? whole : List.of());
        } else {
            compared(kind, answer, under, marks);
        }
        return List.of(answer.engine(), answer.other());
    }

    /** Returns the kind of a decided comparison. Only a baseline can take longer than an engine that is compared with it. */
    private static Kind longer(Answer answer) {
        return answer.question() == Answer.Question.BASELINE && answer.measured() < 1 ? Kind.SHORTER : Kind.LONGER;
    }

    /** Returns the mark of the possible effect of a trend on a decided comparison. */
    private Optional<Integer> trend(String place, Answer answer) {
        return longer(answer) == Kind.SHORTER
                ? footnotes.trend("as " + answer.other() + " " + place, answer.engine(), answer.atLeast())
                : footnotes.trend(place, answer.other(), answer.atLeast());
    }

    /**
     * Adds a comparison with the baseline, which stands on the first page whether or not it is decided.
     *
     * @param whole the only pair of cases of the comparison; empty where there are several
     */
    private void against(Kind kind, Answer answer, String place, List<Integer> marks, List<PairResult> whole) {
        boolean alone = Double.isNaN(answer.low());
        int needed =
                whole.stream().mapToInt(pair -> pair.verdict().more()).max().orElse(0);
        boolean failing = answer.reason().equals(PairResult.FAILURES_DIFFER);
        List<Integer> all = new ArrayList<>(marks);
        if (kind == Kind.NO_DIFFERENCE && !failing && !answer.reason().isEmpty()) {
            all.add(footnotes.undecided(answer.other() + " and " + answer.engine() + " " + place, answer.reason()));
        }
        String words = times(answer.other(), answer.measured(), answer.engine())
                + (alone ? NO_INTERVAL : interval(answer, answer.low(), answer.high()))
                + switch (kind) {
                    case EQUIVALENT -> "), the same time to within " + SentenceText.percent(PairVerdict.MARGIN - 1);
                    case NO_DIFFERENCE ->
                        failing
                                ? "), but their failures differ, so neither is better"
                                : "), which does not show a difference"
                                        + (needed > 0 && !answer.reason().equals(PairResult.NOT_SETTLED)
                                                ? "; about "
                                                        + SentenceText.estimate(
                                                                needed, "more repetition", "more repetitions")
                                                        + " would probably decide"
                                                : "");
                    default -> ")";
                };
        add(
                kind,
                answer,
                SentenceText.capital(place) + ", " + words + ".",
                answer.other() + " / " + answer.engine() + ", " + place,
                answer.low(),
                answer.high(),
                all);
    }

    /** Returns the reasons for the cases of two compared engines that are left out of their comparison. */
    private Stream<String> left(List<CaseResult> group, Answer answer) {
        return group.stream()
                .filter(one ->
                        engine(one).equals(answer.engine()) || engine(one).equals(answer.other()))
                .flatMap(one -> whyLeft(one).stream());
    }

    private Optional<String> whyLeft(CaseResult one) {
        return whyLeft.computeIfAbsent(one.testCase().id(), id -> reasonLeft(one));
    }

    private Optional<String> reasonLeft(CaseResult one) {
        HeldLoad held = HeldLoad.of(one, confidence);
        if (one.usability().state() == CaseUsability.State.SATURATED) {
            return Optional.of(held.place() + ": " + engine(one) + " does not keep up, "
                    + one.usability().why());
        }
        if (comparisons.capacities().full(one)) {
            return Optional.of(held.place() + ": " + engine(one)
                    + (comparisons.capacities().reached(one)
                            ? " is at its capacity"
                            : " is not shown to be at its capacity, but its clients wait all the time")
                    + ", so response times are not compared");
        }
        return held.whyNotCompared().isEmpty()
                ? Optional.empty()
                : Optional.of(held.place() + ", " + engine(one) + ": " + held.whyNotCompared()
                        + (held.known() && !held.completed()
                                ? "; response times are compared below " + SentenceText.level(held.limit())
                                : ""));
    }

    /** Adds the comparisons of one process with its quickest engine, and returns the engines. */
    private Set<String> pairs(List<CaseResult> group, String place) {
        Set<String> compared = new LinkedHashSet<>();
        Optional<CaseResult> best =
                group.stream().filter(one -> whyLeft(one).isEmpty()).min(Comparator.comparingDouble(one -> mean(one)));
        if (best.isEmpty()) {
            return compared;
        }
        comparisons.pairs().stream()
                .filter(pair -> pair.kind() == PairResult.Kind.ENGINE
                        && pair.process().equals(best.get().testCase().subject())
                        && group.contains(pair.a())
                        && group.contains(pair.b())
                        && (same(pair.a(), best.get()) || same(pair.b(), best.get()))
                        && whyLeft(pair.a()).isEmpty()
                        && whyLeft(pair.b()).isEmpty()
                        && pair.ratio().known()
                        && pair.verdict().state() != PairVerdict.State.SATURATED
                        && pair.verdict().state() != PairVerdict.State.CAPACITY)
                .sorted(Comparator.comparingDouble(
                        pair -> Math.abs(Math.log(pair.ratio().value()))))
                .forEach(pair -> {
                    pair(pair, best.get(), place);
                    compared.add(engine(pair.a()));
                    compared.add(engine(pair.b()));
                });
        return compared;
    }

    private static boolean same(CaseResult one, CaseResult other) {
        return one.testCase().id().equals(other.testCase().id());
    }

    private static double mean(CaseResult one) {
        double mean = one.meanResponseTime(one.testCase().subject()).value().mean();
        return Double.isNaN(mean) ? Double.POSITIVE_INFINITY : mean;
    }

    private void pair(PairResult pair, CaseResult best, String place) {
        boolean first = same(pair.a(), best);
        String other = engine(first ? pair.b() : pair.a());
        Kind kind =
                switch (pair.verdict().state()) {
                    case BETTER, WORSE -> Kind.LONGER;
                    case EQUIVALENT -> Kind.EQUIVALENT;
                    case UNDECIDED, SATURATED, CAPACITY -> Kind.UNDECIDED;
                };
        Ratio ratio = first ? pair.ratio() : pair.ratio().inverse();
        Answer answer = new Answer(
                Answer.Question.FASTEST,
                best.testCase().suite(),
                best.testCase().workload(),
                engine(best),
                other,
                ratio.value(),
                ratio.low(),
                ratio.high(),
                Double.NaN,
                Double.NaN,
                "ratio",
                1,
                kind == Kind.LONGER,
                pair.atLeast(),
                pair.reason(),
                1,
                pair.sentence());
        // More repetitions say nothing about response times after a longer warm-up.
        if (kind == Kind.UNDECIDED
                && pair.verdict().more() > 0
                && !pair.reason().equals(PairResult.NOT_SETTLED)) {
            more = Math.max(more, pair.verdict().more());
            advised++;
        }
        List<Integer> marks = new ArrayList<>();
        footnotes.trend(place, other, pair.atLeast()).ifPresent(marks::add);
        marks.addAll(footnotes.of(List.of(pair), engine(best), other));
        compared(kind, answer, place, marks);
    }

    private void compared(Kind kind, Answer answer, String place, List<Integer> marks) {
        String numbers = interval(answer, answer.low(), answer.high());
        String both = answer.engine() + " and " + answer.other();
        String words = SentenceText.capital(place) + ", "
                + switch (kind) {
                    case LONGER -> times(answer.other(), answer.measured(), answer.engine()) + numbers + ")";
                    case EQUIVALENT ->
                        both + " take the same time to within " + SentenceText.percent(PairVerdict.MARGIN - 1)
                                + " (ratio " + SentenceText.number(answer.measured()) + ", " + numbers + ")";
                    default ->
                        (answer.reason().equals(PairResult.FAILURES_DIFFER)
                                        ? "neither " + answer.engine() + " nor " + answer.other() + " is better"
                                        : "the data do not show which of " + both + " takes longer")
                                + " (" + undecided(answer) + ")";
                }
                + ".";
        if (kind == Kind.UNDECIDED) {
            String comparison = both + " " + place;
            boolean failing = answer.reason().equals(PairResult.FAILURES_DIFFER);
            open.add(comparison + " (" + (failing ? undecided(answer) : ratio(answer)) + ")");
            if (open.size() <= MOST_OPEN) {
                openMarks.addAll(marks);
                if (!failing && !answer.reason().isEmpty()) {
                    openMarks.add(footnotes.undecided(comparison, answer.reason()));
                }
            }
        }
        add(
                kind,
                answer,
                words,
                answer.other() + " / " + answer.engine() + ", " + place,
                answer.low(),
                answer.high(),
                marks);
    }

    private void add(
            Kind kind, Answer answer, String words, String label, double low, double high, List<Integer> marks) {
        lines.add(new Headline(
                kind,
                answer.suite(),
                answer.workload(),
                answer.engine(),
                answer.other(),
                label,
                answer.measured(),
                low,
                high,
                marks.stream().distinct().sorted().toList(),
                words));
    }

    private String undecided(Answer answer) {
        return ratio(answer) + (answer.reason().isEmpty() ? "" : ": " + answer.reason());
    }

    private String ratio(Answer answer) {
        return "ratio " + SentenceText.number(answer.measured())
                + (Double.isNaN(answer.low())
                        ? ", " + NO_INTERVAL
                        : ", " + interval(answer, answer.low(), answer.high()));
    }

    private static String times(String other, double ratio, String engine) {
        return other + " takes " + SentenceText.number(ratio) + " times as long as " + engine + " (";
    }

    /** Returns an interval of the ratio of an answer. Those of answers over several cases hold together, those of pairs of cases do not. */
    private String interval(Answer answer, double low, double high) {
        return (answers.contains(answer) && family() > 1 ? "simultaneous " : "")
                + SentenceText.level(confidence)
                + " CI "
                + SentenceText.interval(answer.measured(), low, high, SentenceText::number);
    }

    private int family() {
        return LowestResponseTime.family(
                cases.stream().map(CaseResult::testCase).toList());
    }

    /** Returns in how many repetitions an engine did not keep up; empty where it did in none. */
    private static String inSome(List<CaseResult> own) {
        List<RepetitionResult> usable =
                own.stream().flatMap(one -> one.usable().stream()).toList();
        long saturated = usable.stream()
                .filter(one -> one.verdict() == RepetitionResult.Verdict.SATURATED)
                .count();
        return saturated == 0 || saturated == usable.size()
                ? ""
                : " in " + saturated + " of " + SentenceText.count(usable.size(), "repetition", "repetitions");
    }

    /** Adds a headline for an engine that is compared with none. */
    private void apart(List<CaseResult> group, String engine, String under, Set<String> compared) {
        List<CaseResult> own =
                group.stream().filter(one -> engine(one).equals(engine)).toList();
        List<String> reasons =
                own.stream().flatMap(one -> whyLeft(one).stream()).toList();
        CasePlan place = own.get(0).testCase();
        Kind kind;
        String words;
        boolean explained = own.stream().allMatch(Headlines::unusable);
        boolean byAnswers = false;
        if (own.stream().anyMatch(one -> one.usability().state() == CaseUsability.State.SATURATED)) {
            kind = Kind.SATURATED;
            words = "does not keep up with the load" + inSome(own);
        } else if (own.stream().anyMatch(comparisons.capacities()::full)) {
            kind = own.stream().anyMatch(comparisons.capacities()::reached) ? Kind.CAPACITY : Kind.INCOMPLETE;
            words = throughputs.words(group, own);
            explained = true;
            byAnswers = kind == Kind.CAPACITY;
        } else if (!reasons.isEmpty()) {
            kind = Kind.INCOMPLETE;
            words = own.stream().allMatch(Headlines::unusable)
                    ? "has no valid repetition"
                    : "loses too many requests to be compared";
        } else if (compared.isEmpty() && group.stream().anyMatch(this::withoutTimes)) {
            kind = Kind.INCOMPLETE;
            words = throughputs.words(group, own);
            byAnswers = true;
        } else if (compared.isEmpty()) {
            // The other engines have headlines with the reason.
            return;
        } else {
            kind = Kind.INCOMPLETE;
            words = "has too few valid repetitions to be compared";
        }
        lines.add(Headline.withoutRatio(
                kind,
                place.suite(),
                place.workload(),
                engine,
                // One reason is an example; the chapters of the cases have all, and the first page has a list of what
                // is not valid.
                explained || byAnswers
                        ? footnotes.durability(byAnswers ? throughputs.durability(group, own) : "")
                        : reasons.stream()
                                .limit(1)
                                .map(reason -> footnotes.left(reason))
                                .toList(),
                SentenceText.capital(under) + ", " + engine + " " + words
                        + (compared.isEmpty() && place.onBaseline() ? ofBaseline(kind, byAnswers) : "")
                        + "."));
    }

    /** Returns the consequence for all other engines where no response time is compared with the baseline. */
    private static String ofBaseline(Kind kind, boolean byAnswers) {
        if (!byAnswers) {
            return ", so no response time is compared with this baseline";
        }
        return kind == Kind.CAPACITY
                ? ", so throughput is compared with this baseline, not response times"
                : "; throughput is compared with this baseline, not response times, because of the other engines";
    }

    private void load(Answer answer) {
        String held = SentenceText.number(answer.measured()) + " requests/s";
        boolean all = Double.isNaN(answer.high());
        if (Double.isNaN(answer.measured())) {
            // Response times say how long the clients wait.
            if (!all && !answer.reason().equals(Answer.CLIENTS_WAIT)) {
                smallest.computeIfAbsent(SentenceText.number(answer.high()), key -> new ArrayList<>())
                        .add(answer.engine());
            }
            return;
        }
        lines.add(alone(
                Kind.LOAD,
                answer,
                answer.engine() + " holds " + held
                        + (all
                                ? ", the largest load that was offered."
                                : "; it is not shown to hold " + SentenceText.number(answer.high()) + " requests/s.")));
    }

    /** Adds the common definition of all ratios and intervals. */
    private void basis() {
        boolean times = lines.stream().anyMatch(line -> !Double.isNaN(line.low()));
        if (!times && !throughputs.compared()) {
            return;
        }
        int[] repetitions = cases.stream()
                .mapToInt(one -> one.usable().size())
                .filter(number -> number > 1)
                .sorted()
                .toArray();
        String over = repetitions.length == 0
                ? ""
                : ", over " + SmallSampleNote.repetitions(repetitions[0], repetitions[repetitions.length - 1]);
        String independent = " Repetitions, not requests, are the independent observations.";
        if (throughputs.compared()) {
            add(
                    Kind.BASIS,
                    "Each interval of a ratio of requests is of a single comparison, at a confidence level of "
                            + SentenceText.level(confidence) + over
                            + ". A difference is reported only if it is significant"
                            + throughputs.correction()
                            + ", and beyond the possible effects of trends and of a late load client or partner."
                            + (times ? "" : independent));
        }
        if (!times) {
            return;
        }
        boolean pooled = answers.stream().anyMatch(answer -> answer.compares() && answer.other() != null);
        boolean several = answers.stream().anyMatch(answer -> answer.compares() && answer.cases() > 1);
        add(
                Kind.BASIS,
                "Ratios are of mean response times"
                        + againstBaselines()
                        + (several ? ", as geometric means over the processes that both engines completed. " : ". ")
                        + (pooled
                                ? (family() == 1 ? "The interval has" : "All " + family() + " intervals together have")
                                        + " a confidence level of " + SentenceText.level(confidence) + over + "."
                                : "Each interval has a confidence level of " + SentenceText.level(confidence) + over
                                        + ". A difference is reported only if it is significant" + holm() + ".")
                        + independent);
    }

    /** Returns the baselines as a part of a sentence; empty without any. */
    private String againstBaselines() {
        List<String> baselines = baselines();
        if (baselines.isEmpty()) {
            return "";
        }
        String named = "to those of " + String.join(" and ", baselines);
        // A suite without a baseline has ratios to other engines.
        return cases.stream().map(CaseResult::testCase).allMatch(CasePlan::hasBaseline)
                ? " " + named + (baselines.size() == 1 ? ", the baseline" : ", the baselines of their suites")
                : " (" + named + " where the suite has a baseline)";
    }

    /** Returns the correction of the tests as a part of a sentence; empty of a single test. */
    private String holm() {
        int tests = comparisons.pairs().stream()
                .map(PairResult::verdict)
                .filter(Objects::nonNull)
                .mapToInt(PairVerdict::pairs)
                .max()
                .orElse(0);
        return tests > 1 ? " after Holm's correction for " + tests + " comparisons" : "";
    }

    private void add(Kind kind, String words) {
        lines.add(Headline.withoutRatio(kind, null, null, null, List.of(), words));
    }

    private void open() {
        if (!open.isEmpty()) {
            lines.add(Headline.withoutRatio(
                    Kind.OPEN,
                    null,
                    null,
                    null,
                    List.copyOf(openMarks),
                    "Not decided: " + open.stream().limit(MOST_OPEN).collect(Collectors.joining("; "))
                            + (open.size() > MOST_OPEN ? "; and " + (open.size() - MOST_OPEN) + " more" : "")
                            + (more > 0
                                    ? "; about " + SentenceText.estimate(more, "more repetition", "more repetitions")
                                            + " would probably decide"
                                            + (advised < open.size() ? " " + advised + " of these." : ".")
                                    : ".")));
        }
        smallest.forEach((load, engines) -> add(
                Kind.OPEN,
                String.join(", ", engines) + (engines.size() == 1 ? " is" : " are")
                        + " not shown to hold any load that was offered; the smallest was " + load + " requests/s."));
    }
}
