package io.soabench.analyzer.batch;

import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A comparison of batches as lines of Markdown: three tables, and what cannot be told. */
public final class BatchPage {

    private static final String NONE = "–";

    private final BatchComparison comparison;
    private final BatchFile file;

    private BatchPage(BatchComparison comparison, BatchFile file) {
        this.comparison = comparison;
        this.file = file;
    }

    /**
     * The page.
     *
     * @param file of which the comparison was made
     */
    public static List<String> of(BatchComparison comparison, BatchFile file) {
        BatchPage page = new BatchPage(comparison, file);
        List<String> lines = new ArrayList<>();
        lines.add("Speed-up: time of " + code(comparison.baseline())
                + " / time of each other configuration, by rounds; above 1 it is faster.");
        lines.add("");
        lines.addAll(page.speedups());
        if (!file.measures().isEmpty()) {
            lines.add("");
            lines.add("In relation to " + code(comparison.baseline()) + ":");
            lines.add("");
            lines.addAll(page.relative());
            lines.add("");
            lines.add(
                    "Correlation with the time of a batch (Pearson), over all processes, configurations and rounds, both in relation to "
                            + code(comparison.baseline()) + ":");
            lines.add("");
            lines.addAll(page.correlations());
        }
        file.absent().forEach((measure, reason) -> {
            lines.add("");
            lines.add(measure + ": " + reason);
        });
        return lines;
    }

    private List<String> speedups() {
        List<String> lines = new ArrayList<>();
        lines.addAll(header(
                List.of("instances", "process", "configuration", "rounds", "time (ms)", "speed-up", interval())));
        for (Speedup one : comparison.speedups()) {
            lines.add(row(List.of(
                    Words.count(one.instances()),
                    one.process(),
                    code(one.configuration()),
                    Integer.toString(one.rounds()),
                    Double.isNaN(one.wallMs()) ? "" : Words.number(one.wallMs()),
                    one.factor().map(ratio -> digits(ratio.value())).orElse("1"),
                    one.factor().map(BatchPage::interval).orElse(""))));
        }
        return lines;
    }

    private String interval() {
        return Words.level(comparison.confidence()) + " interval";
    }

    private static String interval(Ratio ratio) {
        return ratio.known() ? digits(ratio.low()) + " to " + digits(ratio.high()) : NONE;
    }

    private List<String> relative() {
        List<String> lines = new ArrayList<>();
        lines.addAll(header(Stream.concat(Stream.of("instances", "process", "configuration"), file.measures().stream())
                .toList()));
        for (Speedup one : comparison.speedups()) {
            if (one.process().equals(Speedup.ALL) || one.factor().isEmpty()) {
                continue;
            }
            lines.add(row(Stream.concat(
                            Stream.of(Words.count(one.instances()), one.process(), code(one.configuration())),
                            file.measures().stream().map(measure -> Optional.ofNullable(
                                            one.relative().get(measure))
                                    .map(BatchPage::digits)
                                    .orElse(NONE)))
                    .toList()));
        }
        return lines;
    }

    private List<String> correlations() {
        Map<Long, List<Correlation>> bySize = comparison.correlations().stream()
                .collect(Collectors.groupingBy(Correlation::instances, java.util.TreeMap::new, Collectors.toList()));
        List<String> lines = new ArrayList<>();
        lines.addAll(header(
                Stream.concat(Stream.of("instances"), file.measures().stream()).toList()));
        bySize.forEach((size, all) -> lines.add(row(Stream.concat(
                        Stream.of(Words.count(size)),
                        all.stream().map(one -> Double.isNaN(one.coefficient()) ? NONE : digits(one.coefficient())))
                .toList())));
        return lines;
    }

    private static List<String> header(List<String> names) {
        return List.of(row(names), "|" + "---|".repeat(names.size()));
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String code(String configuration) {
        return "`" + configuration.replace("|", "\\|") + "`";
    }

    private static String digits(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.3f", value);
    }
}
