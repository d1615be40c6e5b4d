package io.soabench.model;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Distribution.Argument;
import io.soabench.distribution.Kind;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.Throughput;
import io.soabench.model.testbed.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.emf.ecore.EReference;

/**
 * Distributions of a model as distributions to draw from, in canonical units: seconds, 1/s. No other class makes this
 * conversion.
 */
public final class Distributions {

    private Distributions() {}

    /**
     * Returns a distribution of a model.
     *
     * @param mean for a distribution without parameters, which only arrivals may have
     * @param lines the lines of its file of observed values; asked for only where it has one
     * @throws IllegalArgumentException with one sentence when it is incomplete or impossible, or when a file of values is wrong
     */
    public static Distribution of(io.soabench.model.testbed.Distribution model, Optional<Double> mean, Lines lines) {
        Kind kind = kind(model);
        if (model instanceof EmpiricalDistribution empirical) {
            return observed(empirical, lines);
        }
        Map<String, Argument> arguments = arguments(model);
        return arguments.isEmpty()
                ? Distribution.ofMean(
                        kind,
                        mean.orElseThrow(
                                () -> new IllegalArgumentException(kind.word() + " has no parameter; give its mean")))
                : Distribution.of(kind, arguments);
    }

    /** Reads a file that a model names. */
    @FunctionalInterface
    public interface Lines {

        /**
         * Reads the lines of the file.
         *
         * @throws IllegalArgumentException with one sentence when it cannot be read
         */
        List<String> of(EmpiricalDistribution model);
    }

    /**
     * Returns the sentence on a distribution whose effective mean differs from the mean of the model; empty where it does not.
     *
     * @param model gives the unit; null for a default, which is a time. A reliability has no such sentence: it is drawn once
     */
    public static Optional<String> effectiveMean(
            io.soabench.model.testbed.Distribution model, Distribution distribution) {
        if (model != null && model.eContainer() instanceof Reliability) {
            return Optional.empty();
        }
        boolean rate = model != null && model.eContainer() instanceof Throughput;
        return distribution.effectiveMean().map(mean -> {
            boolean small = !rate && mean < 1;
            BigDecimal digits = BigDecimal.valueOf(small ? mean * 1000 : mean).round(new MathContext(3));
            String unit = rate ? "/s" : small ? "ms" : "s";
            return "effective mean " + digits.toPlainString() + " " + unit
                    + ", because what is drawn below zero counts as zero";
        });
    }

    /** Returns the kind of the distribution. */
    public static Kind kind(io.soabench.model.testbed.Distribution model) {
        return Kind.ofClass(model.eClass().getName());
    }

    private static Map<String, Argument> arguments(io.soabench.model.testbed.Distribution model) {
        Map<String, Argument> arguments = new LinkedHashMap<>();
        for (EReference feature : model.eClass().getEAllContainments()) {
            if (model.eGet(feature) instanceof Quantity quantity) {
                arguments.put(
                        feature.getName(),
                        new Argument(
                                Measure.text(quantity),
                                Measure.of(quantity).value().doubleValue()));
            }
        }
        return arguments;
    }

    private static Distribution observed(EmpiricalDistribution model, Lines lines) {
        Unit unit = model.getUnit() == null ? Unit.NONE : model.getUnit();
        double[] numbers;
        try {
            numbers = Distribution.numbers(lines.of(model));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("file \"" + model.getFile() + "\" " + e.getMessage(), e);
        }
        return Distribution.observed(
                model.getFile(),
                unit == Unit.NONE ? "" : unit.getLiteral(),
                Arrays.stream(numbers)
                        .map(number -> Measure.of(BigDecimal.valueOf(number), unit)
                                .value()
                                .doubleValue())
                        .toArray());
    }
}
