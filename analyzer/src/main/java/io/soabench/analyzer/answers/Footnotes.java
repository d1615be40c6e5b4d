package io.soabench.analyzer.answers;

import io.soabench.analyzer.answers.Headline.Footnote;
import io.soabench.analyzer.cases.CaseComparisons;
import io.soabench.analyzer.cases.CaseResult;
import io.soabench.analyzer.cases.EngineDurabilities;
import io.soabench.analyzer.cases.MetricComparison;
import io.soabench.analyzer.cases.PairResult;
import io.soabench.analyzer.repetition.Statistic;
import io.soabench.analyzer.stat.SentenceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The limits of {@link Headlines}: one footnote for each kind, with the parts that single headlines add to it. */
final class Footnotes {

    private static final String OVERHEAD = "overhead";

    private static final String LEFT = "Left out: ";

    private static final String UNDECIDED = "Why it is not decided: ";

    private final CaseComparisons comparisons;
    private final EngineDurabilities durabilities;

    /** The parts of each footnote by its beginning. */
    private final Map<String, List<String>> notes = new LinkedHashMap<>();

    /** Undecided comparisons by the reason. */
    private final Map<String, List<String>> undecided = new LinkedHashMap<>();

    /** Comparisons of overheads by the engine and the other one. */
    private final Map<List<String>, List<MetricComparison>> overheads = new LinkedHashMap<>();

    Footnotes(CaseComparisons comparisons, EngineDurabilities durabilities) {
        this.comparisons = comparisons;
        this.durabilities = durabilities;
    }

    /** Returns the footnotes by mark. */
    List<Footnote> list() {
        List<Footnote> all = new ArrayList<>();
        notes.forEach((beginning, parts) -> all.add(new Footnote(
                all.size() + 1,
                switch (beginning) {
                    case OVERHEAD -> overheadWords();
                    case UNDECIDED -> undecidedReasons();
                    default -> beginning + (parts.isEmpty() ? "" : String.join("; ", parts) + ".");
                })));
        return all;
    }

    /** Adds a case that is left out of a comparison, and returns the mark. */
    int left(String reason) {
        return mark(LEFT, reason);
    }

    /** Returns whether the footnote about cases that are left out has a reason. */
    boolean hasLeft(String reason) {
        return notes.getOrDefault(LEFT, List.of()).contains(reason);
    }

    /**
     * Adds the reason why a comparison is not decided, and returns the mark. Comparisons with the same reason share it.
     *
     * @param comparison its engines and its place
     */
    int undecided(String comparison, String reason) {
        undecided.computeIfAbsent(reason, key -> new ArrayList<>()).add(comparison);
        return mark(UNDECIDED, "");
    }

    private String undecidedReasons() {
        return UNDECIDED
                + undecided.entrySet().stream()
                        .map(each -> each.getKey() + " (" + String.join(", ", each.getValue()) + ")")
                        .collect(Collectors.joining("; "))
                + ".";
    }

    /** Adds the effect that a trend may have on a ratio, and returns the mark. All headlines share this footnote. */
    Optional<Integer> trend(String place, String other, double atLeast) {
        return Double.isNaN(atLeast)
                ? Optional.empty()
                : Optional.of(mark(
                        "Response times are not known to have settled. Even if trends continued, for as long again at most, ",
                        other + " takes at least " + SentenceText.number(atLeast) + " times as long " + place));
    }

    /** Returns the marks of the notes on pairs: the overheads of engines over the time of partners, and their durability. */
    List<Integer> of(List<PairResult> pairs, String engine, String other) {
        List<Integer> marks = new ArrayList<>();
        List<MetricComparison> added = pairs.stream()
                .flatMap(pair -> comparisons.metricPairs().stream()
                        .filter(each -> each.metric().equals(Statistic.OVERHEAD)
                                && each.verdict() != null
                                && each.ratio().known()
                                && each.of(pair.process(), pair.a(), pair.b())))
                .toList();
        if (!added.isEmpty()) {
            marks.add(mark(OVERHEAD, ""));
            added.forEach(each -> overheads
                    .computeIfAbsent(List.of(engine, other), key -> new ArrayList<>())
                    .add(each));
        }
        pairs.forEach(pair -> marks.addAll(
                durability(durabilities.note(pair.a().testCase(), pair.b().testCase()))));
        return marks;
    }

    /** Adds a note on durability, and returns its mark; none where the note is empty. */
    List<Integer> durability(String note) {
        return note.isEmpty() ? List.of() : List.of(mark(note.strip(), ""));
    }

    /** Returns the overheads of engines over the time of partners, of all pairs together. */
    private String overheadWords() {
        double share = overheads.values().stream()
                .flatMap(List::stream)
                .mapToDouble(MetricComparison::partners)
                .min()
                .orElse(0);
        return "Partners take at least " + SentenceText.percent(share)
                + " of these times. Of the time that the engines add, "
                + Stream.concat(
                                overheads.entrySet().stream()
                                        .filter(each -> each.getValue().stream().anyMatch(MetricComparison::decided))
                                        .map(each -> overheadWords(
                                                each.getKey().get(0),
                                                each.getKey().get(1),
                                                each.getValue())),
                                undecidedWords())
                        .collect(Collectors.joining("; "))
                + ".";
    }

    /** Returns the words about overheads of which no case is decided, one part for each engine that others are compared with. */
    private Stream<String> undecidedWords() {
        Map<String, List<String>> others = new LinkedHashMap<>();
        overheads.forEach((engines, pairs) -> {
            if (pairs.stream().noneMatch(MetricComparison::decided)) {
                others.computeIfAbsent(engines.get(0), key -> new ArrayList<>()).add(engines.get(1));
            }
        });
        return others.entrySet().stream()
                .map(each -> "the data do not show whether " + each.getKey() + " or "
                        + (each.getValue().size() == 1
                                ? each.getValue().get(0) + " adds more"
                                : "any of " + String.join(", ", each.getValue()) + " adds more"));
    }

    private String overheadWords(String engine, String other, List<MetricComparison> pairs) {
        double[] ratios = pairs.stream()
                .filter(MetricComparison::decided)
                .mapToDouble(each -> CaseResult.engine(each.a().testCase()).equals(engine)
                        ? each.ratio().value()
                        : 1 / each.ratio().value())
                .sorted()
                .toArray();
        String least = SentenceText.number(ratios[0]);
        String most = SentenceText.number(ratios[ratios.length - 1]);
        return other + " takes " + (least.equals(most) ? least : least + " to " + most) + " times as much as " + engine
                + (ratios.length == pairs.size()
                        ? ""
                        : " in " + ratios.length + " of " + SentenceText.count(pairs.size(), "case", "cases")
                                + "; the others are not decided");
    }

    /** Adds a part to the footnote with this beginning, and returns its mark. */
    private int mark(String beginning, String part) {
        List<String> parts = notes.computeIfAbsent(beginning, key -> new ArrayList<>());
        if (!part.isEmpty() && !parts.contains(part)) {
            parts.add(part);
        }
        return List.copyOf(notes.keySet()).indexOf(beginning) + 1;
    }
}
