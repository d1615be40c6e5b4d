package io.soabench.exposition;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.model.Distributions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.rng.simple.RandomSource;
import org.eclipse.emf.ecore.EObject;

/**
 * A picture of a distribution: the share of values up to each value, with the median and the 95 % and 99 % points.
 * The curve is made of values that are drawn from the distribution.
 */
final class DistributionPicture {

    private static final int DRAWS = 20_000;
    private static final long SEED = 1;

    private DistributionPicture() {}

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
        return Optional.of(draw(values, title));
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

    private static java.util.List<String> lines(EObject place, String file) {
        try {
            Path model = Path.of(place.eResource().getURI().toFileString());
            return Files.readAllLines(model.resolveSibling(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read", e);
        }
    }

    private static String draw(double[] values, String title) {
        double most = at(values, 0.995);
        double scale = most < 1 ? 1000 : 1;
        String unit = most < 1 ? "ms" : "s";
        double end = most * scale;
        Chart chart =
                new Chart(330, 170, 0, end, 100).axes("response time, " + unit, "% of the answers take no longer");
        int bars = 40;
        double[] counts = new double[bars];
        for (double value : values) {
            int bar = (int) (value / most * bars);
            if (bar < bars) {
                counts[bar]++;
            }
        }
        double highest = Arrays.stream(counts).max().orElse(1);
        StringBuilder area = new StringBuilder(Svg.format("M%.1f %.1f", chart.x(0), chart.y(0)));
        for (int bar = 0; bar < bars; bar++) {
            double up = chart.y(counts[bar] / highest * 60);
            area.append(Svg.format(
                    " L%.1f %.1f L%.1f %.1f", chart.x(end * bar / bars), up, chart.x(end * (bar + 1) / bars), up));
        }
        area.append(Svg.format(" L%.1f %.1f Z", chart.x(end), chart.y(0)));
        chart.svg().path(area.toString(), "none", "#cfe0f1");
        StringBuilder curve = new StringBuilder(Svg.format("M%.1f %.1f", chart.x(0), chart.y(0)));
        for (int i = 1; i <= 120; i++) {
            double x = most * i / 120;
            curve.append(
                    Svg.format(" L%.1f %.1f", chart.x(x * scale), chart.y(100.0 * upTo(values, x) / values.length)));
        }
        chart.svg().path(curve.toString(), Svg.COLOURS[0], "none");
        for (double share : new double[] {0.5, 0.95, 0.99}) {
            double x = chart.x(at(values, share) * scale);
            chart.svg().line(x, chart.y(0), x, chart.y(share * 100), Svg.COLOURS[1]);
        }
        return chart.svg()
                .picture(
                        title,
                        Svg.format(
                                "Half of the values are up to %.3g %s, 95 %% up to %.3g %s, 99 %% up to %.3g %s. The blue area shows how often values occur.",
                                at(values, 0.5) * scale,
                                unit,
                                at(values, 0.95) * scale,
                                unit,
                                at(values, 0.99) * scale,
                                unit));
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1L, Math.round(share * (sorted.length - 1)))];
    }

    private static int upTo(double[] sorted, double value) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
