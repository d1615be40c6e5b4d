package io.soabench.dsl.validation;

import io.soabench.model.Dimension;
import io.soabench.model.Measure;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.Distribution;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.ExponentialDistribution;
import io.soabench.model.testbed.GammaDistribution;
import io.soabench.model.testbed.LogNormalDistribution;
import io.soabench.model.testbed.NormalDistribution;
import io.soabench.model.testbed.ParetoDistribution;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Throughput;
import io.soabench.model.testbed.UniformDistribution;
import io.soabench.model.testbed.WeibullDistribution;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Distributions: parameters have the unit of what is distributed and are possible. */
public final class DistributionRules extends Rules {

    /** What is distributed: limits of throughput are rates, all else are times. */
    private static Dimension dimension(Distribution distribution) {
        return distribution.eContainer() instanceof Throughput ? Dimension.RATE : Dimension.TIME;
    }

    private static Dimension inverse(Dimension dimension) {
        return dimension == Dimension.TIME ? Dimension.RATE : Dimension.TIME;
    }

    /** A constant time is not negative, a constant limit is above zero. */
    @Check
    public void constant(ConstantDistribution constant) {
        if (dimension(constant) == Dimension.RATE) {
            positive(Dimension.RATE, constant.getValue(), "the limit");
        } else if (constant.eContainingFeature() == TestbedPackage.Literals.CLIENT_CLASS__ARRIVALS) {
            positive(Dimension.TIME, constant.getValue(), "the time between arrivals");
        } else {
            notNegative(Dimension.TIME, constant.getValue(), "the time");
        }
    }

    /** The bounds are in order and not negative. */
    @Check
    public void uniform(UniformDistribution uniform) {
        Dimension dimension = dimension(uniform);
        boolean minFits = has(dimension, uniform.getMin(), "lower bound");
        boolean maxFits = has(dimension, uniform.getMax(), "upper bound");
        if (!minFits || !maxFits) {
            return;
        }
        Measure min = Measure.of(uniform.getMin());
        Measure max = Measure.of(uniform.getMax());
        if (min.sign() < 0) {
            impossible(
                    "lower bound of uniform is " + text(uniform.getMin()) + ", but must not be below 0",
                    uniform.getMin());
        } else if (min.value().compareTo(max.value()) > 0) {
            impossible(
                    "uniform goes from " + text(uniform.getMin()) + " to " + text(uniform.getMax())
                            + "; swap the bounds",
                    uniform.getMin());
        }
    }

    /** The spread is not negative. */
    @Check
    public void normal(NormalDistribution normal) {
        Dimension dimension = dimension(normal);
        if (has(dimension, normal.getMean(), "mean of normal")
                && Measure.of(normal.getMean()).sign() < 0) {
            impossible("mean of normal is " + text(normal.getMean()) + ", but must not be below 0", normal.getMean());
        }
        spread(dimension, normal.getSd(), "sd of normal");
        if (normal.getVariance() != null && dimension == Dimension.RATE) {
            error(
                    "unit-mismatch",
                    "a limit of throughput has no unit for a variance; write: sd <number> /s",
                    normal.getVariance(),
                    null);
        } else {
            spread(Dimension.SQUARED_TIME, normal.getVariance(), "variance of normal");
        }
    }

    private void spread(Dimension dimension, Quantity spread, String what) {
        if (has(dimension, spread, what) && Measure.of(spread).sign() < 0) {
            impossible(what + " is " + text(spread) + ", but must not be below 0", spread);
        }
    }

    /** The mean is above zero. */
    @Check
    public void exponential(ExponentialDistribution exponential) {
        above(dimension(exponential), exponential.getMean(), "mean of exponential");
        above(inverse(dimension(exponential)), exponential.getRate(), "rate of exponential");
    }

    /** Median, mean and sigma are above zero. */
    @Check
    public void lognormal(LogNormalDistribution lognormal) {
        above(dimension(lognormal), lognormal.getMedian(), "median of lognormal");
        above(dimension(lognormal), lognormal.getMean(), "mean of lognormal");
        above(Dimension.NUMBER, lognormal.getSigma(), "sigma of lognormal");
    }

    /** Shape and scale are above zero. */
    @Check
    public void gamma(GammaDistribution gamma) {
        above(Dimension.NUMBER, gamma.getShape(), "shape of gamma");
        above(dimension(gamma), gamma.getScale(), "scale of gamma");
        above(dimension(gamma), gamma.getMean(), "mean of gamma");
    }

    /** Shape and scale are above zero. */
    @Check
    public void weibull(WeibullDistribution weibull) {
        above(Dimension.NUMBER, weibull.getShape(), "shape of weibull");
        above(dimension(weibull), weibull.getScale(), "scale of weibull");
    }

    /** The least value and the shape are above zero. */
    @Check
    public void pareto(ParetoDistribution pareto) {
        above(dimension(pareto), pareto.getMin(), "min of pareto");
        above(Dimension.NUMBER, pareto.getShape(), "shape of pareto");
    }

    /** The file is there and holds numbers that are not negative. */
    @Check
    public void empirical(EmpiricalDistribution empirical) {
        if (Dimension.of(empirical.getUnit()) != dimension(empirical)) {
            error(
                    "unit-mismatch",
                    "numbers of \"" + empirical.getFile() + "\" must be "
                            + dimension(empirical).description() + "; write: empirical(\"" + empirical.getFile()
                            + "\", <unit>)",
                    empirical,
                    TestbedPackage.Literals.EMPIRICAL_DISTRIBUTION__FILE);
        }
        EStructuralFeature feature = TestbedPackage.Literals.EMPIRICAL_DISTRIBUTION__FILE;
        existing(empirical.getFile(), empirical, feature, INSIGNIFICANT_INDEX).ifPresent(file -> {
            String problem = problem(file);
            if (problem != null) {
                error("distribution-file", "file \"" + empirical.getFile() + "\" " + problem, empirical, feature);
            }
        });
    }

    private static String problem(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "cannot be read as text: " + e.getMessage();
        }
        int numbers = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            double number;
            try {
                number = Double.parseDouble(line);
            } catch (NumberFormatException e) {
                return "has \"" + line + "\" in line " + (i + 1) + ", which is no number";
            }
            if (!(number >= 0) || Double.isInfinite(number)) {
                return "has " + line + " in line " + (i + 1) + "; numbers must not be below 0";
            }
            numbers++;
        }
        return numbers == 0 ? "has no numbers; write one a line" : null;
    }

    private void above(Dimension dimension, Quantity quantity, String what) {
        if (has(dimension, quantity, what) && Measure.of(quantity).sign() <= 0) {
            impossible(what + " is " + text(quantity) + ", but must be above 0", quantity);
        }
    }

    private void impossible(String message, Quantity place) {
        error("distribution-impossible", message, place, null);
    }
}
