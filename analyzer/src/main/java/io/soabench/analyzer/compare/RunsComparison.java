package io.soabench.analyzer.compare;

import io.soabench.analyzer.cases.BaselineComparison;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.cases.PairVerdict;
import io.soabench.analyzer.compare.Difference.Kind;
import io.soabench.analyzer.repetition.OtherPrograms;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.SentenceText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A comparison of runs of one testbed with the first of them, case by case.
 *
 * @param runs the baseline first
 * @param meant allowed kinds of differences
 * @param differences the differences, all of allowed kinds
 * @param between the comparisons of cases
 * @param confidence level of all intervals and verdicts
 */
public record RunsComparison(
        List<RunResults> runs,
        Set<Kind> meant,
        List<Difference> differences,
        BaselineComparison between,
        double confidence) {

    /**
     * Compares runs.
     *
     * @param runs the baseline first
     * @param meant allowed kinds of differences
     * @throws RunsRefused with all reasons, when the runs cannot be compared
     */
    public static RunsComparison of(List<RunResults> runs, Set<Kind> meant) {
        List<ComparisonRefusal> refusals = new ArrayList<>();
        if (runs.size() < 2 || runs.size() > RunLabels.MOST_RUNS) {
            throw new RunsRefused(List.of(new ComparisonRefusal(
                    "number",
                    "from 2 to " + RunLabels.MOST_RUNS + " runs can be compared, not " + runs.size()
                            + "; name them with -Druns=A,B, the baseline first")));
        }
        Set<Path> folders = new TreeSet<>();
        for (RunResults run : runs) {
            if (!folders.add(run.run())) {
                refusals.add(new ComparisonRefusal(
                        "same", "run " + run.id() + " is named twice; a run cannot be compared with itself"));
            }
        }
        RunResults baseline = runs.get(0);
        List<Difference> differences = new ArrayList<>(Differences.validity(baseline, RunLabels.BASELINE));
        for (int i = 1; i < runs.size(); i++) {
            differences.addAll(Differences.between(baseline, runs.get(i), RunLabels.of(i)));
            differences.addAll(Differences.validity(runs.get(i), RunLabels.of(i)));
        }
        differences.stream()
                .filter(difference -> !meant.contains(difference.kind()))
                .map(Difference::refusal)
                .forEach(refusals::add);
        List<BaselineComparison.CaseInRuns> same = new ArrayList<>();
        for (int i = 1; i < runs.size(); i++) {
            int before = same.size();
            RunResults later = runs.get(i);
            for (CaseResult one : baseline.own()) {
                String label = RunLabels.of(i);
                Optional<CaseResult> other = Differences.counterpart(one, runs.get(i));
                other.ifPresent(found -> same.add(new BaselineComparison.CaseInRuns(
                        RunLabels.BASELINE,
                        one,
                        label,
                        found,
                        control(CaseResult.engine(one.testCase()), label, differences),
                        baseline.comparisons().capacities().reached(one)
                                || later.comparisons().capacities().reached(found))));
            }
            if (same.size() == before) {
                refusals.add(new ComparisonRefusal(
                        "nothing",
                        "runs " + RunLabels.BASELINE + " (" + baseline.id() + ") and " + RunLabels.of(i) + " ("
                                + runs.get(i).id()
                                + ") have no case in common: no process, workload and engine of the same"
                                + " names; compare runs of one testbed"));
            }
        }
        if (!refusals.isEmpty()) {
            throw new RunsRefused(refusals);
        }
        double confidence =
                runs.stream().mapToDouble(RunResults::confidence).max().orElseThrow();
        return new RunsComparison(
                List.copyOf(runs),
                meant.isEmpty() ? EnumSet.noneOf(Kind.class) : EnumSet.copyOf(meant),
                List.copyOf(differences),
                new BaselineComparison(
                        same,
                        runs.stream()
                                .map(run -> run.comparisons().floor().ratio())
                                .toList(),
                        confidence),
                confidence);
    }

    /** Returns whether the engine is the same in both runs while others are not. A difference that names no engine may concern all engines. */
    private static boolean control(String engine, String label, List<Difference> differences) {
        List<Difference> own = differences.stream()
                .filter(d -> d.kind() != Kind.VALIDITY && d.label().equals(label))
                .toList();
        return !own.isEmpty()
                && own.stream()
                        .noneMatch(d -> d.engines().isEmpty() || d.engines().contains(engine));
    }

    /** Returns the name of a run by its label. */
    public String id(String label) {
        return runs.get(label.charAt(0) - RunLabels.BASELINE.charAt(0)).id();
    }

    /** Returns one sentence for each result that is worse in a later run. */
    public List<String> worse() {
        List<String> worse = new ArrayList<>();
        between.judged().stream()
                .filter(BaselineComparison.JudgedPair::worse)
                .forEach(each -> worse.add(each.pair().sentence()));
        between.losses().stream()
                .filter(each -> each.state() == PairVerdict.State.WORSE)
                .forEach(each -> worse.add(each.sentence()));
        return worse;
    }

    /**
     * A sentence of the result.
     *
     * @param kind {@code summary}, {@code worse}, {@code finding}, {@code noise} or {@code caution}
     */
    public record Finding(String kind, String sentence) {

        /** The kind of a sentence about a result that is worse in a later run. */
        public static final String WORSE = "worse";
    }

    /** Returns the result in words, most important first. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (int i = 1; i < runs.size(); i++) {
            findings.add(new Finding("summary", summary(RunLabels.of(i))));
        }
        worse().forEach(sentence -> findings.add(new Finding(Finding.WORSE, sentence)));
        between.judged().stream()
                .filter(each -> !each.worse())
                .sorted(Comparator.comparing(each -> each.pair().verdict().state()))
                .forEach(each -> findings.add(new Finding("finding", each.pair().sentence())));
        between.losses().stream()
                .filter(each -> each.state() != PairVerdict.State.WORSE)
                .forEach(each -> findings.add(new Finding("finding", each.sentence())));
        noise(findings);
        busy().ifPresent(sentence -> findings.add(new Finding("caution", sentence)));
        findings.add(new Finding("caution", caution()));
        for (Kind kind : meant) {
            if (differences.stream().noneMatch(d -> d.kind() == kind)) {
                findings.add(new Finding(
                        "caution",
                        "The difference that was meant was not found: the runs recorded nothing of the kind \""
                                + kind.word() + "\" that differs."));
            }
        }
        return findings;
    }

    private String summary(String label) {
        StringBuilder text = new StringBuilder(
                label + " (" + id(label) + ") against " + RunLabels.BASELINE + " (" + id(RunLabels.BASELINE) + "): ");
        List<BaselineComparison.JudgedPair> own = between.judged().stream()
                .filter(each -> each.of().labelB().equals(label))
                .toList();
        if (own.isEmpty()) {
            return text + "no engine changed, so nothing is judged.";
        }
        boolean times = own.stream().allMatch(each -> each.metric().equals(Statistic.RESPONSE_TIME));
        text.append("of ")
                .append(SentenceText.count(
                        own.size(),
                        times ? "mean response time" : "comparison",
                        times ? "mean response times" : "comparisons"));
        List<String> parts = new ArrayList<>();
        for (PairVerdict.State state : List.of(
                PairVerdict.State.WORSE,
                PairVerdict.State.SATURATED,
                PairVerdict.State.BETTER,
                PairVerdict.State.EQUIVALENT,
                PairVerdict.State.UNDECIDED)) {
            long number = own.stream()
                    .filter(each -> each.pair().verdict().state() == state)
                    .count();
            if (number > 0) {
                parts.add(number + " " + state.name().toLowerCase(Locale.ROOT));
            }
        }
        text.append(' ').append(String.join(", ", parts)).append('.');
        long losing = between.losses().stream()
                .filter(each -> each.of().labelB().equals(label) && each.state() == PairVerdict.State.WORSE)
                .count();
        if (losing > 0) {
            text.append(" More requests fail in ")
                    .append(SentenceText.count(losing, "of the cases", "of the cases"))
                    .append('.');
        }
        return text.toString();
    }

    private void noise(List<Finding> findings) {
        if (between.twins() > 1) {
            findings.add(new Finding(
                    "noise",
                    "Within a run, one engine under two names differs from itself in response time by up to "
                            + SentenceText.percent(between.twins() - 1) + "; no smaller difference is reported."));
        }
        Optional<PairResult> control = between.worstControl();
        control.ifPresent(pair -> findings.add(new Finding(
                "noise",
                (between.controls().size() == 1
                                ? "Control: " + pair.a().testCase().id() + ", whose engine is the same in both runs,"
                                : "Controls: of "
                                        + SentenceText.count(between.controls().size())
                                        + " cases whose engine is the same in both runs, "
                                        + pair.a().testCase().id() + " differs most. It")
                        + " differs by "
                        + SentenceText.percent(
                                Math.exp(Math.abs(Math.log(pair.ratio().value()))) - 1)
                        + " between the runs; no smaller difference is reported.")));
    }

    /** Returns a caution when other programs used the machine during any run, because they may have made the difference. */
    private Optional<String> busy() {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            String label = RunLabels.of(i);
            OtherPrograms.during(runs.get(i).cases().stream()
                            .flatMap(one -> one.usable().stream())
                            .toList())
                    .ifPresent(others -> taken.add(
                            "in run " + label + " " + others.taken() + " during " + others.number() + " used"));
        }
        return taken.isEmpty()
                ? Optional.empty()
                : Optional.of("Other programs also used the machines and took " + String.join(", ", taken)
                        + ": they may have caused the difference between the runs.");
    }

    private String caution() {
        String engines = between.controls().isEmpty()
                ? "; the difference between two runs of the same versions is unknown and in no interval here"
                : "; the difference between two runs of the same versions is known from the controls only";
        return "Each run is one occasion, so a difference between runs may be one between their times" + engines
                + ". For a reliable comparison, measure both in one run, in interleaved blocks.";
    }

    /** Returns the allowed kinds of differences as a list in words. */
    public String meantWords() {
        return meant.stream().map(Kind::word).collect(Collectors.joining(", "));
    }
}
