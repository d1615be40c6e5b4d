package io.soabench.analyzer.judge;

import io.soabench.analyzer.judge.Answer.Question;
import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.Words;
import io.soabench.plan.Plan.CasePlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which engine has the lowest response time, over all cases and under each workload. Two engines are compared by the ratio
 * of the geometric means of their average response times, over the cases that both completed: with valid repetitions, and
 * with fewer failures than count as not held ({@link Endurance}). The level of the intervals is that of one comparison.
 */
final class LowestResponseTime {

    private final List<Endurance> cases;
    private final double confidence;

    LowestResponseTime(List<Endurance> cases, double confidence) {
        this.cases = cases;
        this.confidence = confidence;
    }

    /** The cases of an engine that are the same but for the engine. */
    private record Place(String suite, String process, String workload) {}

    /** A comparison of two engines; {@code ratio} is null when they completed no common case. */
    private record Comparison(String engine, String other, Ratio ratio, int common) {}

    List<Answer> answers() {
        Set<String> engines = new LinkedHashSet<>();
        Map<List<String>, List<Endurance>> workloads = new LinkedHashMap<>();
        for (Endurance one : cases) {
            CasePlan place = one.result().testCase();
            engines.add(CaseResult.engine(place));
            workloads
                    .computeIfAbsent(List.of(place.suite(), place.workload()), k -> new ArrayList<>())
                    .add(one);
        }
        if (engines.size() < 2 || workloads.size() < 2) {
            return List.of();
        }
        List<Answer> answers = new ArrayList<>(scope(null, null, cases));
        workloads.forEach((key, group) -> answers.addAll(scope(key.get(0), key.get(1), group)));
        return answers;
    }

    private List<Answer> scope(String suite, String workload, List<Endurance> group) {
        Map<String, Map<Place, CaseResult>> completed = new LinkedHashMap<>();
        Map<String, List<Endurance>> incomplete = new LinkedHashMap<>();
        for (Endurance one : group) {
            String engine = CaseResult.engine(one.result().testCase());
            completed.computeIfAbsent(engine, k -> new LinkedHashMap<>());
            if (one.whyNotCompared().isEmpty()) {
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
        List<Comparison> comparisons = comparisons(compared, completed);
        comparisons.forEach(c -> answers.add(answer(suite, workload, c)));
        String out = "";
        for (String engine : completed.keySet()) {
            if (completed.get(engine).isEmpty()) {
                out += " " + engine + " is left out: it completed none of its "
                        + Words.count(incomplete.get(engine).size(), "case", "cases") + " ("
                        + reason(incomplete.get(engine))
                        + ").";
            }
        }
        answers.add(0, summary(suite, workload, compared, comparisons, out));
        return answers;
    }

    private static Place place(CaseResult one) {
        return new Place(
                one.testCase().suite(), one.testCase().subject(), one.testCase().workload());
    }

    private static String reason(List<Endurance> cases) {
        Endurance first = cases.get(0);
        return (cases.size() == 1 ? "" : "for example ") + first.place() + ": " + first.whyNotCompared();
    }

    /** The engine that is lower than most others against each of these, the most similar first. */
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

    private Comparison compare(String a, Map<Place, CaseResult> left, String b, Map<Place, CaseResult> right) {
        List<Place> common = left.keySet().stream().filter(right::containsKey).toList();
        List<Place> repeated = common.stream()
                .filter(p -> left.get(p).means().length > 1 && right.get(p).means().length > 1)
                .toList();
        // A case of a single repetition has no spread: it is left out when others have one.
        List<Place> used = repeated.isEmpty() ? common : repeated;
        if (used.isEmpty()) {
            return new Comparison(a, b, null, 0);
        }
        Ratio ratio = Ratio.over(
                used.stream()
                        .map(p -> Comparisons.blocked(left.get(p), right.get(p), p.process(), confidence))
                        .toList(),
                confidence);
        return new Comparison(a, b, ratio, used.size());
    }

    private Answer answer(String suite, String workload, Comparison c) {
        boolean none = c.ratio() == null;
        return new Answer(
                Question.FASTEST,
                suite,
                workload,
                c.engine(),
                c.other(),
                none ? Double.NaN : c.ratio().value(),
                none ? Double.NaN : c.ratio().low(),
                none ? Double.NaN : c.ratio().high(),
                "ratio",
                c.common(),
                !none && c.ratio().decided(),
                clause(c) + ".");
    }

    private String clause(Comparison c) {
        if (c.ratio() == null) {
            return c.engine() + " and " + c.other() + " completed no common case";
        }
        String cases = Words.count(c.common(), "case that both completed", "cases that both completed");
        if (Double.isNaN(c.ratio().low())) {
            return "no difference between " + c.engine() + " and " + c.other() + " can be told, because there are fewer"
                    + " than two valid repetitions (ratio "
                    + Words.number(c.ratio().value()) + ", " + cases + ")";
        }
        String numbers =
                Words.level(confidence) + " CI " + Words.number(c.ratio().low()) + " to "
                        + Words.number(c.ratio().high()) + ", " + cases;
        return c.ratio().decided()
                ? c.other() + " takes " + Words.number(c.ratio().value()) + "× as long as " + c.engine() + " ("
                        + numbers + ")"
                : "no difference between " + c.engine() + " and " + c.other() + " can be told (ratio "
                        + Words.number(c.ratio().value()) + ", " + numbers + ")";
    }

    private Answer summary(
            String suite, String workload, List<String> compared, List<Comparison> comparisons, String leftOut) {
        String where = workload == null ? "Over all workloads" : "Under " + workload;
        boolean alone = comparisons.isEmpty();
        boolean decided = !alone
                && comparisons.stream()
                        .allMatch(c -> c.ratio() != null && c.ratio().decided());
        String engine = compared.isEmpty()
                ? null
                : alone ? compared.get(0) : comparisons.get(0).engine();
        String words;
        if (compared.isEmpty()) {
            words = " no engine can be compared.";
        } else if (alone) {
            words = " only " + engine + " completed cases, so there is nothing to compare it with.";
        } else {
            words = (decided ? " " + engine + " has the lowest response time: " : " ")
                    + String.join("; ", comparisons.stream().map(this::clause).toList()) + ".";
        }
        return new Answer(
                Question.FASTEST,
                suite,
                workload,
                engine,
                null,
                Double.NaN,
                Double.NaN,
                Double.NaN,
                "ratio",
                comparisons.stream().mapToInt(Comparison::common).max().orElse(0),
                decided,
                where + ":" + words + leftOut);
    }
}
