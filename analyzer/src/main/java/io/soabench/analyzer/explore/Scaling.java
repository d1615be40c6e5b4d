package io.soabench.analyzer.explore;

import io.soabench.analyzer.stat.SentenceText;
import io.soabench.plan.ExploreRecord.Outcome;
import io.soabench.plan.ExploreRecord.Trial;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.commons.math3.exception.MathRuntimeException;
import org.apache.commons.math3.fitting.leastsquares.LeastSquaresBuilder;
import org.apache.commons.math3.fitting.leastsquares.LevenbergMarquardtOptimizer;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.util.Pair;

/**
 * The growth of throughput with load, from the trials of an exploration at {@value #LEAST_LOADS} loads or more. The result is limited to
 * the measured loads.
 *
 * <p>The knee is the load at which throughput divided by response time is greatest (Kleinrock, "Power and deterministic rules of thumb",
 * 1979). The Universal Scalability Law (Gunther, Guerrilla Capacity Planning, 2007) is X(N) = λN / (1 + σ(N − 1) + κN(N − 1)). N is the
 * number of requests at a time, X · R by Little's law. The law is fitted by Levenberg and Marquardt's method to relative errors. Its
 * intervals are those of a bootstrap that draws loads with all of their trials.
 *
 * @param knee load; {@code null} when it is the least or the greatest of the trials, or when there are too few loads
 * @param sentence the fitted law in words, or the reason why there is none
 */
public record Scaling(BigDecimal knee, String sentence) {

    /** Minimum number of loads; with fewer, three parameters could be anything. */
    static final int LEAST_LOADS = 4;

    /** Maximum deviation of a trial from the law, as a share. */
    static final double WORST = 0.2;

    private static final int RESAMPLES = 200;
    private static final int MOST_STEPS = 500;
    private static final double TAIL_PROBABILITY = 0.025;
    private static final double STEP = 1e-6;

    /** The point of one trial. */
    private record Point(double concurrency, double throughput) {}

    /** The parameters of the law. */
    private record Law(double lambda, double sigma, double kappa) {

        double throughput(double n) {
            return lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1));
        }

        /** Returns the number of requests at a time with the greatest throughput; infinite when throughput always grows. */
        double peak() {
            return kappa <= 0 ? Double.POSITIVE_INFINITY : Math.sqrt(Math.max(0, 1 - sigma) / kappa);
        }

        double worst(List<Point> points) {
            return points.stream()
                    .mapToDouble(point -> Math.abs(throughput(point.concurrency()) / point.throughput() - 1))
                    .max()
                    .orElse(Double.NaN);
        }
    }

    /** Fits the law to the trials of one engine. */
    public static Scaling of(List<Trial> trials) {
        TreeMap<BigDecimal, List<Point>> byLoad = new TreeMap<>();
        for (Trial trial : trials) {
            Double throughput = trial.figures().throughput();
            Double mean = trial.figures().meanMs();
            if (trial.outcome() != Outcome.USELESS
                    && throughput != null
                    && mean != null
                    && throughput > 0
                    && mean > 0) {
                byLoad.computeIfAbsent(trial.load(), any -> new ArrayList<>())
                        .add(new Point(throughput * mean / 1e3, throughput));
            }
        }
        if (byLoad.size() < LEAST_LOADS) {
            return new Scaling(
                    null,
                    "The growth of throughput with the load is not fitted: that needs " + LEAST_LOADS + " loads, and "
                            + SentenceText.count(byLoad.size(), "was", "were") + " measured.");
        }
        return new Scaling(knee(byLoad), law(List.copyOf(byLoad.values())));
    }

    private static BigDecimal knee(TreeMap<BigDecimal, List<Point>> byLoad) {
        BigDecimal best = null;
        double most = 0;
        for (BigDecimal load : byLoad.keySet()) {
            // Throughput / response time = throughput² / requests at a time.
            double power = byLoad.get(load).stream()
                    .mapToDouble(p -> p.throughput() * p.throughput() / p.concurrency())
                    .average()
                    .orElse(0);
            if (power > most) {
                most = power;
                best = load;
            }
        }
        boolean inside = best != null && best.compareTo(byLoad.firstKey()) > 0 && best.compareTo(byLoad.lastKey()) < 0;
        return inside ? best : null;
    }

    private static String law(List<List<Point>> loads) {
        List<Point> all = loads.stream().flatMap(List::stream).toList();
        Optional<Law> law = fitted(all);
        if (law.isEmpty() || law.get().worst(all) > WORST) {
            return "The Universal Scalability Law does not fit: "
                    + law.map(it -> "a trial is " + SentenceText.percent(it.worst(all)) + " away from it")
                            .orElse("no parameters were found")
                    + ", so it is not used.";
        }
        double greatest = all.stream().mapToDouble(Point::concurrency).max().orElse(0);
        double least = all.stream().mapToDouble(Point::concurrency).min().orElse(0);
        double peak = law.get().peak();
        boolean inside = peak > least && peak < greatest;
        boolean falling = peak <= least;
        double at = inside ? peak : falling ? least : greatest;
        double[] values = resampled(loads, inside, at);
        String interval = values.length < RESAMPLES / 2
                ? ""
                : " (95 % bootstrap interval " + SentenceText.number(quantile(values, TAIL_PROBABILITY)) + " to "
                        + SentenceText.number(quantile(values, 1 - TAIL_PROBABILITY)) + " /s)";
        return "By the Universal Scalability Law, with contention "
                + SentenceText.percent(law.get().sigma()) + " and coherency "
                + SentenceText.percent(law.get().kappa()) + ", throughput "
                + (inside
                        ? "is greatest with " + SentenceText.number(at) + " requests at a time: "
                        : (falling
                                        ? "falls from the least load that was measured, "
                                        : "grows up to the greatest load that was measured, ")
                                + SentenceText.number(at) + " requests at a time: ")
                + SentenceText.number(law.get().throughput(at)) + " /s" + interval + ".";
    }

    private static double[] resampled(List<List<Point>> loads, boolean peak, double at) {
        Random random = new Random(loads.size());
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < RESAMPLES; i++) {
            List<List<Point>> drawn = new ArrayList<>();
            for (int k = 0; k < loads.size(); k++) {
                drawn.add(loads.get(random.nextInt(loads.size())));
            }
            if (drawn.stream().distinct().count() >= LEAST_LOADS - 1) {
                fitted(drawn.stream().flatMap(List::stream).toList())
                        .map(law -> law.throughput(peak && Double.isFinite(law.peak()) ? law.peak() : at))
                        .filter(Double::isFinite)
                        .ifPresent(values::add);
            }
        }
        return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    }

    /**
     * Returns the law with these parameters. Squares and an exponential keep contention, coherency and the throughput of a single request
     * from being negative.
     */
    private static Law law(double[] parameters) {
        return new Law(Math.exp(parameters[0]), parameters[1] * parameters[1], parameters[2] * parameters[2]);
    }

    private static double[] relative(double[] parameters, List<Point> points) {
        Law law = law(parameters);
        return points.stream()
                .mapToDouble(point -> law.throughput(point.concurrency()) / point.throughput())
                .toArray();
    }

    private static Optional<Law> fitted(List<Point> points) {
        double single = points.stream()
                .mapToDouble(point -> point.throughput() / Math.max(point.concurrency(), 1e-9))
                .max()
                .orElse(1);
        double[] ones = new double[points.size()];
        Arrays.fill(ones, 1);
        try {
            double[] best = new LevenbergMarquardtOptimizer()
                    .optimize(new LeastSquaresBuilder()
                            .start(new double[] {Math.log(single), Math.sqrt(0.05), Math.sqrt(0.001)})
                            .model(at -> {
                                double[] parameters = at.toArray();
                                double[] values = relative(parameters, points);
                                double[][] slopes = new double[values.length][parameters.length];
                                for (int k = 0; k < parameters.length; k++) {
                                    double[] beside = parameters.clone();
                                    beside[k] += STEP;
                                    double[] changed = relative(beside, points);
                                    for (int i = 0; i < values.length; i++) {
                                        slopes[i][k] = (changed[i] - values[i]) / STEP;
                                    }
                                }
                                return new Pair<>(new ArrayRealVector(values), new Array2DRowRealMatrix(slopes));
                            })
                            .target(ones)
                            .lazyEvaluation(false)
                            .maxEvaluations(MOST_STEPS)
                            .maxIterations(MOST_STEPS)
                            .build())
                    .getPoint()
                    .toArray();
            Law law = law(best);
            return Double.isFinite(law.lambda()) && Double.isFinite(law.worst(points))
                    ? Optional.of(law)
                    : Optional.empty();
        } catch (MathRuntimeException e) {
            return Optional.empty();
        }
    }
}
