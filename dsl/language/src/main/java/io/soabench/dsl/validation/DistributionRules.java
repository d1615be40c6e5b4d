package io.soabench.dsl.validation;

import io.soabench.distribution.Distribution;
import io.soabench.distribution.Kind;
import io.soabench.distribution.Parameter;
import io.soabench.model.Dimension;
import io.soabench.model.Distributions;
import io.soabench.model.Measure;
import io.soabench.model.Ratios;
import io.soabench.model.issue.IssueCode;
import io.soabench.model.testbed.ConstantDistribution;
import io.soabench.model.testbed.EmpiricalDistribution;
import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Reliability;
import io.soabench.model.testbed.TestbedPackage;
import io.soabench.model.testbed.Throughput;
import io.soabench.model.testbed.Unit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.emf.ecore.EReference;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Rules for distributions. Parameters have the right unit and possible values. */
public final class DistributionRules extends Rules {

    /**
     * The greatest probability of a zero draw. With a greater one, a service would stop in the millions of calls of a
     * long run.
     */
    private static final double MOST_STANDSTILL = 1e-9;

    /** Kinds that can stay between 0 and 1. */
    private static final Set<Kind> OF_SHARES = Set.of(Kind.CONSTANT, Kind.UNIFORM, Kind.NORMAL, Kind.EMPIRICAL);

    /**
     * Returns the dimension of the distributed quantity: rates for limits of throughput, shares for reliabilities,
     * otherwise times.
     */
    private static Dimension dimension(io.soabench.model.testbed.Distribution distribution) {
        return distribution.eContainer() instanceof Throughput
                ? Dimension.RATE
                : distribution.eContainer() instanceof Reliability ? Dimension.RATIO : Dimension.TIME;
    }

    /** Returns the expected dimension. A share may also be a number from 0 to 1. */
    private static Dimension dimension(Dimension distributed, Unit unit) {
        return distributed == Dimension.RATIO && Dimension.of(unit) == Dimension.NUMBER
                ? Dimension.NUMBER
                : distributed;
    }

    private static Dimension dimension(Dimension distributed, Parameter parameter, Unit unit) {
        return switch (parameter.role()) {
            case VALUE -> dimension(distributed, unit);
            case SQUARE -> Dimension.SQUARED_TIME;
            case INVERSE -> distributed == Dimension.TIME ? Dimension.RATE : Dimension.TIME;
            case NUMBER -> Dimension.NUMBER;
        };
    }

    /** Checks that a constant time is not negative, a constant limit is above zero. */
    @Check
    public void constant(ConstantDistribution constant) {
        if (dimension(constant) == Dimension.RATIO) {
            if (has(dimension(Dimension.RATIO, constant.getValue().getUnit()), constant.getValue(), "reliability")) {
                within(constant.getValue(), "reliability");
            }
        } else if (dimension(constant) == Dimension.RATE) {
            positive(Dimension.RATE, constant.getValue(), "the limit");
        } else if (constant.eContainingFeature() == TestbedPackage.Literals.CLIENT_CLASS__ARRIVALS) {
            positive(Dimension.TIME, constant.getValue(), "the time between arrivals");
        } else {
            notNegative(Dimension.TIME, constant.getValue(), "the time");
        }
    }

    /** Checks that each parameter has its unit and is possible, and so are all together. */
    @Check
    public void parameters(io.soabench.model.testbed.Distribution model) {
        if (model instanceof ConstantDistribution || model instanceof EmpiricalDistribution) {
            return;
        }
        Kind kind = Distributions.kind(model);
        if (dimension(model) == Dimension.RATIO && !OF_SHARES.contains(kind)) {
            error(
                    IssueCode.DISTRIBUTION_IMPOSSIBLE,
                    "a reliability cannot be " + kind.word()
                            + ", which has no upper bound; use uniform, normal or empirical",
                    model,
                    null);
            return;
        }
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
                .orElseThrow(() -> new IllegalStateException("no parameter " + name + " of " + kind.word()));
        String what = parameter.called() + " of " + kind.word();
        if (parameter.role() == Parameter.Role.SQUARE && distributed != Dimension.TIME) {
            error(
                    IssueCode.UNIT_MISMATCH,
                    distributed == Dimension.RATE
                            ? "a limit of throughput has no unit for a variance; write: sd <number> /s"
                            : "a reliability has no unit for a variance; write: sd <number> %",
                    quantity,
                    null);
            return false;
        }
        if (!has(dimension(distributed, parameter, quantity.getUnit()), quantity, what)) {
            return false;
        }
        if (distributed == Dimension.RATIO && !within(quantity, what)) {
            return false;
        }
        if (!parameter.allows(Measure.of(quantity).value().doubleValue())) {
            impossible(what + " is " + text(quantity) + ", but must " + parameter.demand(), quantity);
            return false;
        }
        return true;
    }

    private boolean within(Quantity share, String what) {
        double ratio = Measure.of(share).ratio();
        if (ratio < 0 || ratio > 1) {
            error(
                    IssueCode.PERCENT_RANGE,
                    what + " is " + text(share) + ", but must be from 0 % to 100 %",
                    share,
                    null);
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

    /**
     * Checks that a limit of throughput is almost never zero. Such a draw would block a call, and all calls after
     * it, forever.
     */
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

    /** Checks that the file is there and holds numbers that are not negative. */
    @Check
    public void empirical(EmpiricalDistribution empirical) {
        boolean fits = Dimension.of(empirical.getUnit()) == dimension(dimension(empirical), empirical.getUnit());
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
                shares(empirical, distribution);
            }
        });
    }

    private void shares(EmpiricalDistribution empirical, Distribution distribution) {
        if (dimension(empirical) == Dimension.RATIO && distribution.greatest() > 1) {
            error(
                    IssueCode.PERCENT_RANGE,
                    "file \"" + empirical.getFile() + "\" has a reliability of "
                            + Ratios.percent(distribution.greatest()) + ", but it must be from 0 % to 100 %",
                    empirical,
                    TestbedPackage.Literals.EMPIRICAL_DISTRIBUTION__FILE);
        }
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
