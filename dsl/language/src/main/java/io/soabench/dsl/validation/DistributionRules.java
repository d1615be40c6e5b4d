package io.soabench.dsl.validation;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.distribution.Parameter;
import io.soabench.model.Dimension;
import io.soabench.model.Distributions;
import io.soabench.model.Measure;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Throughput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Distributions: parameters have the unit of what is distributed and are possible. */
public final class DistributionRules extends Rules {

    /** More would, in the millions of calls of a long run, stop a service. */
    private static final double MOST_STANDSTILL = 1e-9;

    /** What is distributed: limits of throughput are rates, all else are times. */
    private static Dimension dimension(io.soabench.model.testbed.Distribution distribution) {
        return distribution.eContainer() instanceof Throughput ? Dimension.RATE : Dimension.TIME;
    }

    private static Dimension dimension(Dimension distributed, Parameter parameter) {
        return switch (parameter.role()) {
            case VALUE -> distributed;
            case SQUARE -> Dimension.SQUARED_TIME;
            case INVERSE -> distributed == Dimension.TIME ? Dimension.RATE : Dimension.TIME;
            case NUMBER -> Dimension.NUMBER;
        };
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

    /** Each parameter has its unit and is possible, and so are all together. */
    @Check
    public void parameters(io.soabench.model.testbed.Distribution model) {
        if (model instanceof ConstantDistribution || model instanceof EmpiricalDistribution) {
            return;
        }
        Kind kind = Distributions.kind(model);
        boolean possible = true;
        boolean given = false;
        for (EReference feature : model.eClass().getEAllContainments()) {
            if (model.eGet(feature) instanceof Quantity quantity) {
                given = true;
                possible &= parameter(kind, feature.getName(), dimension(model), quantity);
            }
        }
        if (possible && given) {
            together(model);
        }
    }

    private boolean parameter(Kind kind, String name, Dimension distributed, Quantity quantity) {
        Parameter parameter = kind.parameter(name)
                .orElseThrow(() -> new IllegalStateException("nobody reads " + name + " of " + kind.word()));
        String what = parameter.called() + " of " + kind.word();
        if (parameter.role() == Parameter.Role.SQUARE && distributed == Dimension.RATE) {
            error(
                    IssueCode.UNIT_MISMATCH,
                    "a limit of throughput has no unit for a variance; write: sd <number> /s",
                    quantity,
                    null);
            return false;
        }
        if (!has(dimension(distributed, parameter), quantity, what)) {
            return false;
        }
        if (!parameter.allows(Measure.of(quantity).value().doubleValue())) {
            impossible(what + " is " + text(quantity) + ", but must " + parameter.demand(), quantity);
            return false;
        }
        return true;
    }

    private void together(io.soabench.model.testbed.Distribution model) {
        Distribution distribution;
        try {
            distribution = Distributions.of(model, Optional.empty(), any -> List.of());
        } catch (IllegalArgumentException e) {
            error(IssueCode.DISTRIBUTION_IMPOSSIBLE, e.getMessage(), model, null);
            return;
        }
        standstill(model, distribution);
    }

    /** A limit of no calls at all would hold a call, and all after it, for good. */
    private void standstill(io.soabench.model.testbed.Distribution model, Distribution distribution) {
        if (dimension(model) == Dimension.RATE && distribution.atOrBelowZero() > MOST_STANDSTILL) {
            error(
                    IssueCode.DISTRIBUTION_IMPOSSIBLE,
                    String.format(
                            Locale.ROOT,
                            "%s is no limit of throughput: %.2g %% of its draws are not above 0, and each would stop the service for good; use a distribution that stays above 0",
                            distribution.text(),
                            100 * distribution.atOrBelowZero()),
                    model,
                    null);
        }
    }

    /** The file is there and holds numbers that are not negative. */
    @Check
    public void empirical(EmpiricalDistribution empirical) {
        boolean fits = Dimension.of(empirical.getUnit()) == dimension(empirical);
        if (!fits) {
            error(
                    IssueCode.UNIT_MISMATCH,
                    "numbers of \"" + empirical.getFile() + "\" must be "
                            + dimension(empirical).description() + "; write: empirical(\"" + empirical.getFile()
                            + "\", <unit>)",
                    empirical,
                    TestbedPackage.Literals.EMPIRICAL_DISTRIBUTION__FILE);
        }
        EStructuralFeature feature = TestbedPackage.Literals.EMPIRICAL_DISTRIBUTION__FILE;
        existing(empirical.getFile(), empirical, feature, INSIGNIFICANT_INDEX).ifPresent(file -> {
            Distribution distribution;
            try {
                distribution = Distributions.of(empirical, Optional.empty(), any -> lines(file));
            } catch (IllegalArgumentException e) {
                error(IssueCode.DISTRIBUTION_FILE, e.getMessage(), empirical, feature);
                return;
            }
            if (fits) {
                standstill(empirical, distribution);
            }
        });
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot be read as text: " + e.getMessage(), e);
        }
    }

    private void impossible(String message, Quantity place) {
        error(IssueCode.DISTRIBUTION_IMPOSSIBLE, message, place, null);
    }
}
