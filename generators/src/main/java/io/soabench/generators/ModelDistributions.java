package io.soabench.generators;

import io.soabench.generators.random.Distribution;
import io.soabench.model.Measure;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.ExponentialDistribution;
import io.soabench.model.testbed.GammaDistribution;
import io.soabench.model.testbed.LogNormalDistribution;
import io.soabench.model.testbed.NormalDistribution;
import io.soabench.model.testbed.ParetoDistribution;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.UniformDistribution;
import io.soabench.model.testbed.Unit;
import io.soabench.model.testbed.WeibullDistribution;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Distributions of the language in canonical units (seconds, 1/s), and in the words of a model. */
final class ModelDistributions {

    /** Keeps a relay's command line short. */
    private static final int MOST_VALUES = 1000;

    private final ModelFiles files;
    private final Problems problems;

    ModelDistributions(ModelFiles files, Problems problems) {
        this.files = files;
        this.problems = problems;
    }

    /**
     * The distribution of a model.
     *
     * @param meanWhenMissing for a distribution without parameters, which only arrivals may have
     * @param what for messages
     * @return empty after a problem was added
     */
    Optional<Distribution> of(
            io.soabench.model.testbed.Distribution model, Optional<Double> meanWhenMissing, String what) {
        try {
            return Optional.of(converted(model, meanWhenMissing, what));
        } catch (IllegalArgumentException e) {
            problems.add(ModelFiles.nameOf(model) + ": " + what + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    private Distribution converted(
            io.soabench.model.testbed.Distribution model, Optional<Double> meanWhenMissing, String what) {
        if (model instanceof ConstantDistribution constant) {
            return Distribution.constant(
                    constant.getValue() == null ? missing(meanWhenMissing) : value(constant.getValue()));
        }
        if (model instanceof UniformDistribution uniform) {
            return Distribution.uniform(value(uniform.getMin()), value(uniform.getMax()));
        }
        if (model instanceof NormalDistribution normal) {
            return Distribution.normal(value(normal.getMean()), sd(normal));
        }
        if (model instanceof ExponentialDistribution exponential) {
            if (exponential.getMean() != null) {
                return Distribution.exponential(value(exponential.getMean()));
            }
            return Distribution.exponential(
                    exponential.getRate() != null ? 1 / value(exponential.getRate()) : missing(meanWhenMissing));
        }
        if (model instanceof LogNormalDistribution lognormal) {
            return Distribution.lognormal(median(lognormal), value(lognormal.getSigma()));
        }
        if (model instanceof GammaDistribution gamma) {
            return Distribution.gamma(value(gamma.getShape()), scale(gamma));
        }
        if (model instanceof WeibullDistribution weibull) {
            return Distribution.weibull(value(weibull.getShape()), value(weibull.getScale()));
        }
        if (model instanceof ParetoDistribution pareto) {
            return Distribution.pareto(value(pareto.getMin()), value(pareto.getShape()));
        }
        EmpiricalDistribution empirical = (EmpiricalDistribution) model;
        return Distribution.empirical(empirical.getFile(), values(empirical, what));
    }

    private static double sd(NormalDistribution normal) {
        return normal.getSd() != null
                ? value(normal.getSd())
                : StrictMath.sqrt(value(required(normal.getVariance(), "sd or a variance")));
    }

    private static double median(LogNormalDistribution lognormal) {
        double sigma = value(lognormal.getSigma());
        return lognormal.getMedian() != null
                ? value(lognormal.getMedian())
                : value(required(lognormal.getMean(), "median or a mean")) * StrictMath.exp(-sigma * sigma / 2);
    }

    private static double scale(GammaDistribution gamma) {
        return gamma.getScale() != null
                ? value(gamma.getScale())
                : value(required(gamma.getMean(), "scale or a mean")) / value(gamma.getShape());
    }

    /**
     * A distribution of times as relays take it: kind and parameters, times in milliseconds. Of a file of values, at most
     * {@value #MOST_VALUES} quantiles.
     *
     * @param model one of which {@link #of} could be made
     */
    String forRelay(io.soabench.model.testbed.Distribution model) {
        if (model instanceof ConstantDistribution constant) {
            return "constant:" + ms(value(constant.getValue()));
        }
        if (model instanceof UniformDistribution uniform) {
            return "uniform:" + ms(value(uniform.getMin())) + ":" + ms(value(uniform.getMax()));
        }
        if (model instanceof NormalDistribution normal) {
            return "normal:" + ms(value(normal.getMean())) + ":" + ms(sd(normal));
        }
        if (model instanceof ExponentialDistribution exponential) {
            return "exponential:"
                    + ms(
                            exponential.getMean() != null
                                    ? value(exponential.getMean())
                                    : 1 / value(exponential.getRate()));
        }
        if (model instanceof LogNormalDistribution lognormal) {
            return "lognormal:" + ms(median(lognormal)) + ":" + value(lognormal.getSigma());
        }
        if (model instanceof GammaDistribution gamma) {
            return "gamma:" + value(gamma.getShape()) + ":" + ms(scale(gamma));
        }
        if (model instanceof WeibullDistribution weibull) {
            return "weibull:" + value(weibull.getShape()) + ":" + ms(value(weibull.getScale()));
        }
        if (model instanceof ParetoDistribution pareto) {
            return "pareto:" + ms(value(pareto.getMin())) + ":" + value(pareto.getShape());
        }
        double[] values = values((EmpiricalDistribution) model, "a latency");
        Arrays.sort(values);
        int count = Math.min(MOST_VALUES, values.length);
        return "empirical:"
                + IntStream.range(0, count)
                        .mapToObj(i -> ms(values[(int) ((2L * i + 1) * values.length / (2L * count))]))
                        .collect(Collectors.joining(":"));
    }

    /** Seconds in milliseconds, to a nanosecond. */
    private static String ms(double seconds) {
        return Double.toString(Math.round(seconds * 1e9) / 1e6);
    }

    private static double missing(Optional<Double> mean) {
        return mean.orElseThrow(() -> new IllegalArgumentException("the distribution has no parameter; give its mean"));
    }

    private static Quantity required(Quantity quantity, String what) {
        if (quantity == null) {
            throw new IllegalArgumentException("the distribution needs a " + what);
        }
        return quantity;
    }

    private static double value(Quantity quantity) {
        return Measure.of(required(quantity, "further parameter")).value().doubleValue();
    }

    private double[] values(EmpiricalDistribution model, String what) {
        Path file = files.find(model, model.getFile(), what + ", the file of values")
                .orElseThrow(() -> new IllegalArgumentException("its values cannot be read; name a file of numbers"));
        Unit unit = model.getUnit() == null ? Unit.NONE : model.getUnit();
        List<Double> values = new ArrayList<>();
        int number = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                number++;
                String text = line.strip();
                if (!text.isEmpty() && !text.startsWith("#")) {
                    values.add(Measure.of(new BigDecimal(text), unit).value().doubleValue());
                }
            }
        } catch (IOException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "line " + number + " of \"" + model.getFile() + "\" is not one number; correct or remove it", e);
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** A quantity as written. */
    static String words(Quantity quantity) {
        String number = quantity.getValue().toPlainString();
        String unit = quantity.getUnit() == null || quantity.getUnit() == Unit.NONE
                ? ""
                : " " + quantity.getUnit().getLiteral();
        return number + unit;
    }

    /** A distribution as written. */
    static String words(io.soabench.model.testbed.Distribution model) {
        List<String> parts = new ArrayList<>();
        if (model instanceof ConstantDistribution constant) {
            return constant.getValue() == null ? "constant" : words(constant.getValue());
        } else if (model instanceof UniformDistribution uniform) {
            part(parts, "", uniform.getMin());
            part(parts, "", uniform.getMax());
            return "uniform(" + String.join(", ", parts) + ")";
        } else if (model instanceof NormalDistribution normal) {
            part(parts, "", normal.getMean());
            part(parts, "sd ", normal.getSd());
            part(parts, "variance ", normal.getVariance());
            return "normal(" + String.join(", ", parts) + ")";
        } else if (model instanceof ExponentialDistribution exponential) {
            part(parts, "mean ", exponential.getMean());
            part(parts, "rate ", exponential.getRate());
            return parts.isEmpty() ? "exponential" : "exponential(" + String.join(", ", parts) + ")";
        } else if (model instanceof LogNormalDistribution lognormal) {
            part(parts, "median ", lognormal.getMedian());
            part(parts, "mean ", lognormal.getMean());
            part(parts, "sigma ", lognormal.getSigma());
            return "lognormal(" + String.join(", ", parts) + ")";
        } else if (model instanceof GammaDistribution gamma) {
            part(parts, "shape ", gamma.getShape());
            part(parts, "scale ", gamma.getScale());
            part(parts, "mean ", gamma.getMean());
            return "gamma(" + String.join(", ", parts) + ")";
        } else if (model instanceof WeibullDistribution weibull) {
            part(parts, "shape ", weibull.getShape());
            part(parts, "scale ", weibull.getScale());
            return "Weibull(" + String.join(", ", parts) + ")";
        } else if (model instanceof ParetoDistribution pareto) {
            part(parts, "minimum ", pareto.getMin());
            part(parts, "shape ", pareto.getShape());
            return "Pareto(" + String.join(", ", parts) + ")";
        }
        return "empirical \"" + ((EmpiricalDistribution) model).getFile() + "\"";
    }

    private static void part(List<String> parts, String name, Quantity quantity) {
        if (quantity != null) {
            parts.add(name + words(quantity));
        }
    }
}
