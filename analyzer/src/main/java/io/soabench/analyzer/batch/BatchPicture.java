package io.soabench.analyzer.batch;

import io.soabench.analyzer.stat.Ratio;
import io.soabench.analyzer.stat.Words;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Speed-ups as bars around 1, with whiskers for their intervals: a panel for each size, in it a group for each process and a bar for each
 * configuration but the baseline. The figures 3a, 4a and 5a of P11 are such panels.
 */
public final class BatchPicture {

    private static final List<String> COLOURS =
            List.of("#2f6db5", "#d9822b", "#2e8b57", "#7a5195", "#c23030", "#9cc3ea");
    private static final String INK = "#1f2933";
    private static final String RULE = "#d5dbe1";
    private static final int LEFT = 56;
    private static final int RIGHT = 12;
    private static final int PLOT = 180;
    private static final int ABOVE = 30;
    private static final int BELOW = 26;
    private static final int LEGEND_LINE = 20;
    private static final int BAR = 22;
    private static final int GAP = 34;
    private static final int LEAST_WIDTH = 420;
    private static final int WHISKER = 5;
    private static final double MOST_TICKS = 6;
    private static final double LEAST_RANGE = 0.02;

    /** What differs by less is the same number, computed in two ways. */
    private static final double ROUNDING = 1e-9;

    private final List<Speedup> shown;
    private final String baseline;
    private final List<String> configurations;
    private final double step;
    private final double bottom;
    private final double top;
    private final StringBuilder svg = new StringBuilder();

    private BatchPicture(BatchComparison comparison) {
        shown = comparison.speedups().stream()
                .filter(one -> one.factor()
                        .filter(ratio -> !Double.isNaN(ratio.value()))
                        .isPresent())
                .toList();
        baseline = comparison.baseline();
        configurations = shown.stream().map(Speedup::configuration).distinct().toList();
        double least = edge(Ratio::low, false);
        double most = edge(Ratio::high, true);
        step = step(Math.max(most - least, LEAST_RANGE) / MOST_TICKS);
        bottom = Math.floor(least / step + ROUNDING) * step;
        top = Math.max(Math.ceil(most / step - ROUNDING) * step, bottom + step);
    }

    /** The picture as SVG. */
    public static String of(BatchComparison comparison) {
        return new BatchPicture(comparison).draw();
    }

    /** Of all values, the ends of their intervals, and 1. */
    private double edge(Function<Ratio, Double> end, boolean greatest) {
        double edge = 1;
        for (Speedup one : shown) {
            Ratio ratio = one.factor().orElseThrow();
            double reached = ratio.known() ? end.apply(ratio) : ratio.value();
            edge = greatest ? Math.max(edge, reached) : Math.min(edge, reached);
        }
        return edge;
    }

    /** The least of 1, 2, 5, 10, … times a power of ten that is no less. */
    private static double step(double wanted) {
        double power = Math.pow(10, Math.floor(Math.log10(wanted)));
        for (double factor : new double[] {1, 2, 5}) {
            if (factor * power >= wanted - ROUNDING) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private String draw() {
        List<Long> sizes = shown.stream().map(Speedup::instances).distinct().toList();
        int groups =
                sizes.stream().mapToInt(size -> processes(size).size()).max().orElse(0);
        int width = Math.max(LEAST_WIDTH, LEFT + groups * (configurations.size() * BAR + GAP) + RIGHT);
        int legend = (configurations.size() + 1) * LEGEND_LINE;
        int height = legend + sizes.size() * (ABOVE + PLOT + BELOW);
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\" fill=\"%s\">",
                width, height, width, height, INK);
        add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
        text(LEFT, 15, "start", "speed-up over " + baseline);
        for (int i = 0; i < configurations.size(); i++) {
            int y = (i + 1) * LEGEND_LINE;
            add("<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", LEFT, y + 5, colour(i));
            text(LEFT + 18, y + 15, "start", configurations.get(i));
        }
        for (int i = 0; i < sizes.size(); i++) {
            panel(sizes.get(i), legend + i * (ABOVE + PLOT + BELOW) + ABOVE, width);
        }
        add("</svg>");
        return svg.toString();
    }

    private List<String> processes(long size) {
        return shown.stream()
                .filter(one -> one.instances() == size)
                .map(Speedup::process)
                .distinct()
                .toList();
    }

    private void panel(long size, int y, int width) {
        text(LEFT, y - 8, "start", Words.count(size) + " instances");
        for (long tick = Math.round(bottom / step); tick <= Math.round(top / step); tick++) {
            double value = tick * step;
            add(
                    "<line x1=\"%d\" y1=\"%s\" x2=\"%d\" y2=\"%s\" stroke=\"%s\"/>",
                    LEFT, at(y, value), width - RIGHT, at(y, value), RULE);
            text(LEFT - 6, Math.round(place(y, value)) + 4L, "end", Words.plain(Math.round(value * 1e6) / 1e6));
        }
        int x = LEFT;
        for (String process : processes(size)) {
            int from = x + GAP / 2;
            for (Speedup one : shown) {
                if (one.instances() == size && one.process().equals(process)) {
                    bar(one.factor().orElseThrow(), configurations.indexOf(one.configuration()), from, y);
                }
            }
            text(from + (long) configurations.size() * BAR / 2, y + PLOT + 16L, "middle", process);
            x += configurations.size() * BAR + GAP;
        }
        add(
                "<line x1=\"%d\" y1=\"%s\" x2=\"%d\" y2=\"%s\" stroke=\"%s\"/>",
                LEFT, at(y, 1), width - RIGHT, at(y, 1), INK);
    }

    private void bar(Ratio ratio, int configuration, int from, int y) {
        int left = from + configuration * BAR;
        double one = place(y, 1);
        double end = place(y, ratio.value());
        add(
                "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>",
                left + 2, Math.min(one, end), BAR - 4, Math.abs(one - end), colour(configuration));
        if (ratio.known()) {
            int middle = left + BAR / 2;
            add(
                    "<path d=\"M%d %s H%d M%d %s V%s M%d %s H%d\" stroke=\"%s\" fill=\"none\"/>",
                    middle - WHISKER,
                    at(y, ratio.high()),
                    middle + WHISKER,
                    middle,
                    at(y, ratio.high()),
                    at(y, ratio.low()),
                    middle - WHISKER,
                    at(y, ratio.low()),
                    middle + WHISKER,
                    INK);
        }
    }

    /** Where a speed-up is in a panel that begins at y. */
    private double place(int y, double value) {
        return y + PLOT * (top - value) / (top - bottom);
    }

    private String at(int y, double value) {
        return String.format(Locale.ROOT, "%.1f", place(y, value));
    }

    private static String colour(int number) {
        return COLOURS.get(number % COLOURS.size());
    }

    private void text(long x, long y, String anchor, String text) {
        add(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>",
                x, y, anchor, text.replace("&", "&amp;").replace("<", "&lt;"));
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
