package io.soabench.analyzer.outcome;

import io.soabench.analyzer.answers.Headline;
import io.soabench.analyzer.answers.Headlines;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.CaseStatistic;
import io.soabench.analyzer.cases.CaseUsability;
import io.soabench.analyzer.cases.EngineCapacities;
import io.soabench.analyzer.cases.ObjectiveResult;
import io.soabench.analyzer.repetition.RepetitionResult;
import io.soabench.analyzer.repetition.RepetitionResult.Verdict;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.SentenceText;
import io.soabench.analyzer.validity.CriterionCheck;
import io.soabench.plan.CasePlan;
import io.soabench.plan.Plan;
import io.soabench.plan.RunFiles;
import io.soabench.plan.StatisticFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The results of a run on one page of Markdown, for the comment on a pull request or the summary of a build job. It has the sentences of the
 * report's first page, one line for each case, the objectives, and the repetitions that are not valid. Names of the model cannot change its
 * layout.
 */
public final class SummaryFile {

    private static final StatisticFunction MEDIAN = StatisticFunction.parse("median");
    private static final StatisticFunction P99 = StatisticFunction.parse("p99");

    private static final String NOTHING = "–";

    private final EngineCapacities capacities;
    private final StringBuilder text = new StringBuilder();

    /**
     * Creates the file of a run.
     *
     * @param conclusion the validity of the run and the state of its objectives, as a sentence
     * @param busy sentences about other programs on the machine
     * @param capacities engines that are at their capacity
     */
    public SummaryFile(
            Plan plan,
            String conclusion,
            List<String> busy,
            Headlines headlines,
            List<CaseResult> cases,
            EngineCapacities capacities) {
        this.capacities = capacities;
        line("## SOABench: " + escaped(plan.origin().testbed()));
        line("");
        line("**" + escaped(conclusion) + "**");
        for (String sentence : busy) {
            line("");
            line(escaped(sentence));
        }
        answers(headlines);
        cases(cases);
        objectives(cases);
        list("Repetitions that do not count:", cases, repetition -> !repetition.usable());
        list(
                "Repetitions that count with limits:",
                cases,
                repetition -> repetition.usable() && repetition.verdict() != Verdict.VALID);
        line("");
        line("Testbed " + code(plan.origin().testbed()) + ", model "
                + code(plan.origin().modelHash().substring(0, 12)) + ", seed "
                + plan.origin().seed()
                + (plan.origin().profile().isEmpty()
                        ? ""
                        : ", profile " + code(plan.origin().profile())) + ".");
    }

    private void answers(Headlines headlines) {
        List<Headline> shown =
                headlines.lines().stream().filter(Headline::shown).toList();
        if (shown.isEmpty()) {
            return;
        }
        line("");
        shown.forEach(each -> line("- " + escaped(each.sentence())));
        Set<Integer> marks =
                shown.stream().flatMap(each -> each.marks().stream()).collect(Collectors.toSet());
        List<Headline.Footnote> footnotes = headlines.footnotes().stream()
                .filter(each -> marks.contains(each.mark()))
                .toList();
        if (!footnotes.isEmpty()) {
            line("");
            footnotes.forEach(each -> line(escaped(each.sentence()) + "  "));
        }
    }

    private void cases(List<CaseResult> cases) {
        line("");
        line("| process | workload | engine | mean response time | median | p99 | failures | valid repetitions |");
        line("|---|---|---|---:|---:|---:|---:|---:|");
        for (CaseResult one : cases) {
            String process = one.testCase().subject();
            long requests =
                    one.usable().stream().mapToLong(RepetitionResult::requests).sum();
            long failures =
                    one.usable().stream().mapToLong(RepetitionResult::failures).sum();
            line(row(
                    escaped(process),
                    escaped(workload(one)),
                    escaped(CaseResult.engine(one.testCase()) + baseline(one.testCase())),
                    mean(one),
                    ms(one, MEDIAN),
                    ms(one, P99),
                    requests == 0 ? NOTHING : SentenceText.count(failures) + " of " + SentenceText.count(requests),
                    one.usable().size() + " of " + one.repetitions().size()));
        }
    }

    /** Returns the name of a workload in a table: with its suite, where others have a workload of that name. */
    private static String workload(CaseResult one) {
        String name = one.testCase().workload();
        return one.workload().equals(name) ? name : name + " (" + one.testCase().suite() + ")";
    }

    private static String baseline(CasePlan testCase) {
        return testCase.onBaseline() && !testCase.isTwin() ? ", the baseline" : "";
    }

    /** Returns the mean response time of a case; of an engine that did not keep up its lower bound. */
    private String mean(CaseResult one) {
        if (saturated(one)) {
            double least = one.usability().atLeastMs();
            return Double.isFinite(least) ? "≥ " + SentenceText.ms(least) + " (did not keep up)" : "did not keep up";
        }
        CaseStatistic mean = one.meanResponseTime(one.testCase().subject());
        String certainty = mean.certainty(SentenceText::ms);
        return Double.isFinite(mean.value().mean())
                ? SentenceText.ms(mean.value().mean())
                        + (certainty.isEmpty() ? "" : " (" + certainty + ")")
                        + (capacities.reached(one) ? ", at capacity" : "")
                : NOTHING;
    }

    private static boolean saturated(CaseResult one) {
        return one.usability().state() == CaseUsability.State.SATURATED;
    }

    /**
     * Returns a statistic of the response time; a dash where a repetition has too few requests for it, and of an engine that did not keep up:
     * its answers do not represent the others.
     */
    private static String ms(CaseResult one, StatisticFunction function) {
        Statistic statistic = new Statistic(
                Statistic.RESPONSE_TIME, Statistic.process(one.testCase().subject()), function);
        boolean enough = one.usable().stream().allMatch(each -> each.measured().enough(statistic));
        double value = one.statistic(Statistic.RESPONSE_TIME, function).mean();
        return enough && Double.isFinite(value) && !saturated(one) ? SentenceText.ms(value) : NOTHING;
    }

    private void objectives(List<CaseResult> cases) {
        if (cases.stream().allMatch(one -> one.objectives().isEmpty())) {
            return;
        }
        line("");
        line("| objective | case | outcome |");
        line("|---|---|---|");
        for (CaseResult one : cases) {
            for (ObjectiveResult each : one.objectives()) {
                String outcome =
                        switch (each.state()) {
                            case MET -> "✅ met";
                            case MISSED -> "❌ missed";
                            case UNDECIDED -> "❔ undecided";
                            case UNMEASURED -> "❌ not measured";
                        };
                line(row(escaped(each.objective().text()), escaped(one.name()), outcome));
            }
        }
    }

    private void list(String title, List<CaseResult> cases, Predicate<RepetitionResult> listed) {
        List<String> lines = cases.stream()
                .flatMap(one -> one.repetitions().stream())
                .filter(listed)
                .map(repetition -> "- " + escaped(repetition.testCase().id()) + " #" + repetition.repetition() + ": "
                        + (repetition.disturbed()
                                ? "disturbed by a busy machine"
                                : repetition.verdict().name().toLowerCase(Locale.ROOT))
                        + repetition.sentences(CriterionCheck.State.VIOLATED).stream()
                                .findFirst()
                                .map(reason -> ". " + escaped(reason))
                                .orElse(""))
                .toList();
        if (!lines.isEmpty()) {
            line("");
            line(title);
            line("");
            lines.forEach(this::line);
        }
    }

    private static String row(String... cells) {
        return List.of(cells).stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String code(String text) {
        return "`" + text.replace("`", "'") + "`";
    }

    /** Returns a text whose characters have no meaning in Markdown or HTML. */
    private static String escaped(String text) {
        return text.replaceAll("[\\s]+", " ")
                .replaceAll("([\\\\`*_\\[\\]|#~])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    private void line(String content) {
        text.append(content).append('\n');
    }

    /** Writes the file into the report of a run. */
    public void write(Path run) {
        try {
            Path file = RunFiles.summary(run);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + RunFiles.summary(run) + ": " + e.getMessage(), e);
        }
    }
}
