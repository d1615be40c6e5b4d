package io.soabench.exposition;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.model.Distributions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.rng.simple.RandomSource;
import org.eclipse.emf.ecore.EObject;

/**
 * A picture of a distribution of times. A curve shows the share of values up to each value, and an area how often values occur. Lines mark the
 * median and the 95th and 99th percentiles. The picture shows values that are drawn from the distribution with a fixed seed.
 */
final class DistributionPicture {

    private static final int DRAWS = 20_000;
    private static final long SEED = 1;
    private static final int WIDTH = 330;
    private static final int HEIGHT = 170;

    /** The percentile at which the picture ends; the longest values would leave little room for the others. */
    private static final double END = 0.995;

    private static final int BARS = 40;

    /** The height of the most frequent values, in percent of the picture; above it the curve is easier to see. */
    private static final int HIGHEST_BAR = 60;

    private static final int CURVE_POINTS = 120;
    private static final double[] MARKED = {0.5, 0.95, 0.99};

    /** The values in seconds, in ascending order. */
    private final double[] values;

    private final double endS;
    private final double scale;
    private final String unit;
    private final Chart chart;

    private DistributionPicture(double[] values) {
        this.values = values;
        endS = percentile(END);
        scale = endS < 1 ? 1000 : 1;
        unit = endS < 1 ? "ms" : "s";
        chart = new Chart(WIDTH, HEIGHT, 0, endS * scale, 100)
                .axes("response time, " + unit, "% of the answers take no longer");
    }

    /** Returns the picture of a time; empty when the distribution cannot be read, or is constant. */
    static Optional<String> ofTime(io.soabench.model.testbed.Distribution model, String title) {
        Optional<Distribution> distribution = read(model);
        if (distribution.isEmpty() || distribution.get().kind() == Kind.CONSTANT) {
            return Optional.empty();
        }
        double[] values = distribution.get().sample(RandomSource.SPLIT_MIX_64.create(SEED), DRAWS);
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.max(0, values[i]);
        }
        Arrays.sort(values);
        return Optional.of(new DistributionPicture(values).draw(title));
    }

    private static Optional<Distribution> read(io.soabench.model.testbed.Distribution model) {
        try {
            return Optional.of(
                    Distributions.of(model, Optional.empty(), empirical -> lines(empirical, empirical.getFile())));
        } catch (IllegalArgumentException e) {
            // The check of the model reports the mistake.
            return Optional.empty();
        }
    }

    private static List<String> lines(EObject place, String file) {
        try {
            Path model = Path.of(place.eResource().getURI().toFileString());
            return Files.readAllLines(model.resolveSibling(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read", e);
        }
    }

    private String draw(String title) {
        chart.svg().path(area(), "none", "#cfe0f1");
        chart.svg().path(curve(), Svg.COLOURS[0], "none");
        for (double share : MARKED) {
            double x = chart.x(percentile(share) * scale);
            chart.svg().line(x, chart.y(0), x, chart.y(share * 100), Svg.COLOURS[1]);
        }
        return chart.svg()
                .picture(
                        title,
                        Svg.format(
                                "Half of the values are up to %.3g %s, 95 %% up to %.3g %s, 99 %% up to %.3g %s. The blue area shows how often values occur.",
                                percentile(0.5) * scale,
                                unit,
                                percentile(0.95) * scale,
                                unit,
                                percentile(0.99) * scale,
                                unit));
    }

    /** Returns the outline of bars of equal width whose heights are the numbers of values in them. */
    private String area() {
        double[] counts = new double[BARS];
        for (double value : values) {
            int bar = (int) (value / endS * BARS);
            if (bar < BARS) {
                counts[bar]++;
            }
        }
        double highest = Arrays.stream(counts).max().orElse(1);
        double end = endS * scale;
        StringBuilder area = new StringBuilder(Svg.format("M%.1f %.1f", chart.x(0), chart.y(0)));
        for (int bar = 0; bar < BARS; bar++) {
            double y = chart.y(counts[bar] / highest * HIGHEST_BAR);
            area.append(Svg.format(
                    " L%.1f %.1f L%.1f %.1f", chart.x(end * bar / BARS), y, chart.x(end * (bar + 1) / BARS), y));
        }
        return area.append(Svg.format(" L%.1f %.1f Z", chart.x(end), chart.y(0)))
                .toString();
    }

    /** Returns the line through the shares of values up to each value. */
    private String curve() {
        StringBuilder curve = new StringBuilder(Svg.format("M%.1f %.1f", chart.x(0), chart.y(0)));
        for (int i = 1; i <= CURVE_POINTS; i++) {
            double x = endS * i / CURVE_POINTS;
            curve.append(Svg.format(" L%.1f %.1f", chart.x(x * scale), chart.y(100.0 * countUpTo(x) / values.length)));
        }
        return curve.toString();
    }

    private double percentile(double share) {
        return values[(int) Math.min(values.length - 1L, Math.round(share * (values.length - 1)))];
    }

    /** Returns the number of values that are not above a value. */
    private int countUpTo(double value) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (values[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
