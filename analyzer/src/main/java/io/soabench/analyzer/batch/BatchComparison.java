package io.soabench.analyzer.batch;

import io.soabench.analyzer.stat.Numbers;
import io.soabench.analyzer.stat.Ratio;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;

/**
 * Configurations of an engine held against one of them, by the time that batches take. The unit is the round, which is one start of the
 * engine: batches of one virtual machine are not independent of each other (Georges et al. 2007, §3.2), so each round counts by the mean of
 * its batches. Rounds of the same number were run one after the other, and are pairs.
 *
 * @param confidence level of the intervals
 * @param speedups in the order of the file: by size, process, configuration
 * @param correlations by size and measure
 */
public record BatchComparison(
        String baseline, double confidence, List<Speedup> speedups, List<Correlation> correlations) {

    public BatchComparison {
        speedups = List.copyOf(speedups);
        correlations = List.copyOf(correlations);
    }

    /**
     * Compares all configurations of a file.
     *
     * @param baseline one of them; empty: the first
     * @param confidence e.g. 0.95
     * @throws BatchesRefused when there is no such baseline, or nothing to hold against it
     */
    public static BatchComparison of(BatchFile file, Optional<String> baseline, double confidence) {
        List<String> configurations =
                file.batches().stream().map(Batch::configuration).distinct().toList();
        String base = baseline.orElse(configurations.get(0));
        if (!configurations.contains(base)) {
            throw new BatchesRefused(List.of("no batch has the configuration \"" + base + "\"; the baseline is one of: "
                    + String.join(", ", quoted(configurations))));
        }
        if (configurations.size() < 2) {
            throw new BatchesRefused(List.of("all batches have the configuration \"" + base
                    + "\", so there is nothing to compare; give batch.sh another one, too"));
        }
        return new Comparing(file, base, configurations, confidence).all();
    }

    private static List<String> quoted(List<String> texts) {
        return texts.stream().map(text -> "\"" + text + "\"").toList();
    }

    /** A comparison while it is made. */
    private record Comparing(BatchFile file, String baseline, List<String> configurations, double confidence) {

        private BatchComparison all() {
            List<Speedup> speedups = new ArrayList<>();
            List<Correlation> correlations = new ArrayList<>();
            for (long size : file.batches().stream()
                    .map(Batch::instances)
                    .distinct()
                    .sorted()
                    .toList()) {
                speedups.addAll(speedups(size));
                file.measures().forEach(measure -> correlations.add(correlation(size, measure)));
            }
            return new BatchComparison(baseline, confidence, speedups, correlations);
        }

        private List<String> processes(long size) {
            return file.batches().stream()
                    .filter(batch -> batch.instances() == size)
                    .map(Batch::process)
                    .distinct()
                    .toList();
        }

        private List<Speedup> speedups(long size) {
            List<Speedup> found = new ArrayList<>();
            Map<String, List<Ratio>> factors = new LinkedHashMap<>();
            for (String process : processes(size)) {
                for (String configuration : configurations) {
                    NavigableMap<Integer, Double> times = rounds(process, size, configuration, Batch::wallMs);
                    if (times.isEmpty()) {
                        continue;
                    }
                    Optional<Ratio> factor = configuration.equals(baseline)
                            ? Optional.empty()
                            : Optional.of(factor(times, rounds(process, size, baseline, Batch::wallMs)));
                    factor.ifPresent(ratio -> factors.computeIfAbsent(configuration, c -> new ArrayList<>())
                            .add(ratio));
                    found.add(new Speedup(
                            process,
                            size,
                            configuration,
                            times.size(),
                            mean(times),
                            factor,
                            relative(process, size, configuration)));
                }
            }
            factors.forEach((configuration, ratios) -> {
                if (ratios.size() == processes(size).size() && ratios.size() > 1) {
                    Ratio over = Ratio.over(ratios, confidence);
                    found.add(new Speedup(
                            Speedup.ALL, size, configuration, over.blocks(), Double.NaN, Optional.of(over), Map.of()));
                }
            });
            return found;
        }

        /** In pairs: only rounds that both have count. */
        private Ratio factor(NavigableMap<Integer, Double> times, NavigableMap<Integer, Double> base) {
            List<Integer> common =
                    times.keySet().stream().filter(base::containsKey).toList();
            return Ratio.paired(
                    common.stream().mapToDouble(times::get).toArray(),
                    common.stream().mapToDouble(base::get).toArray(),
                    confidence);
        }

        private Map<String, Double> relative(String process, long size, String configuration) {
            Map<String, Double> relative = new LinkedHashMap<>();
            for (String measure : file.measures()) {
                double base = mean(rounds(process, size, baseline, amount(measure)));
                double own = mean(rounds(process, size, configuration, amount(measure)));
                if (base > 0 && !Double.isNaN(own)) {
                    relative.put(measure, own / base);
                }
            }
            return relative;
        }

        private Correlation correlation(long size, String measure) {
            List<double[]> observed = new ArrayList<>();
            for (String process : processes(size)) {
                double baseTime = mean(rounds(process, size, baseline, Batch::wallMs));
                double baseAmount = mean(rounds(process, size, baseline, amount(measure)));
                if (!(baseAmount > 0) || Double.isNaN(baseTime)) {
                    continue;
                }
                for (String configuration : configurations) {
                    NavigableMap<Integer, Double> times = rounds(process, size, configuration, Batch::wallMs);
                    rounds(process, size, configuration, amount(measure))
                            .forEach((round, amount) ->
                                    observed.add(new double[] {amount / baseAmount, times.get(round) / baseTime}));
                }
            }
            return new Correlation(
                    size,
                    measure,
                    observed.size(),
                    observed.size() < Correlation.FEWEST
                            ? Double.NaN
                            : new PearsonsCorrelation()
                                    .correlation(
                                            observed.stream()
                                                    .mapToDouble(o -> o[0])
                                                    .toArray(),
                                            observed.stream()
                                                    .mapToDouble(o -> o[1])
                                                    .toArray()));
        }

        /** NaN for a batch without a number of it. */
        private static ToDoubleFunction<Batch> amount(String measure) {
            return batch -> batch.amounts().getOrDefault(measure, Double.NaN);
        }

        /** The mean of each round's batches; a round in which one of them has no number is left out. */
        private NavigableMap<Integer, Double> rounds(
                String process, long size, String configuration, ToDoubleFunction<Batch> value) {
            Predicate<Batch> wanted = batch -> batch.process().equals(process)
                    && batch.instances() == size
                    && batch.configuration().equals(configuration);
            Map<Integer, List<Double>> values = new TreeMap<>();
            file.batches().stream().filter(wanted).forEach(batch -> values.computeIfAbsent(
                            batch.round(), round -> new ArrayList<>())
                    .add(value.applyAsDouble(batch)));
            NavigableMap<Integer, Double> rounds = new TreeMap<>();
            values.forEach((round, all) -> {
                double mean = Numbers.mean(
                        all.stream().mapToDouble(Double::doubleValue).toArray());
                if (!Double.isNaN(mean)) {
                    rounds.put(round, mean);
                }
            });
            return rounds;
        }

        private static double mean(NavigableMap<Integer, Double> rounds) {
            return Numbers.mean(
                    rounds.values().stream().mapToDouble(Double::doubleValue).toArray());
        }
    }
}
