package io.soabench.distribution;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * A distribution of a quantity that is never negative: a duration or a rate, in the unit of the caller. A value that a
 * normal distribution draws below zero counts as zero. Immutable; a sampler belongs to one thread.
 */
public final class Distribution {

    /** The most values of an empirical distribution that {@link #compact} writes; keeps a command line short. */
    private static final int MOST_VALUES = 1000;

    /** The relative difference below which two means are the same in a text with three digits. */
    private static final double ROUNDING = 1e-3;

    private final Kind kind;
    private final double[] parameters;
    private final String text;
    private final Optional<Double> modelMean;

    private Distribution(Kind kind, String text, Optional<Double> modelMean, double... parameters) {
        this.kind = kind;
        this.text = text;
        this.modelMean = modelMean;
        this.parameters = parameters;
        kind.problem(parameters).ifPresent(problem -> {
            throw new IllegalArgumentException(text + " " + problem);
        });
        if (Double.isNaN(kind.mean(parameters))) {
            throw new IllegalArgumentException(text + " cannot be computed with; use more usual parameters");
        }
    }

    /**
     * A parameter as the model gives it.
     *
     * @param text as in the language, with its unit
     * @param value in the canonical unit of the parameter
     */
    public record Argument(String text, double value) {}

    /**
     * Returns a distribution by the parameters of the model.
     *
     * @param arguments the parameters by name
     * @throws IllegalArgumentException when the arguments are incomplete or impossible
     */
    public static Distribution of(Kind kind, Map<String, Argument> arguments) {
        List<String> written = new ArrayList<>();
        Map<String, Double> all = new LinkedHashMap<>();
        List<Parameter> given = new ArrayList<>();
        for (List<Parameter> ways : kind.ways()) {
            List<Parameter> found = ways.stream()
                    .filter(way -> arguments.containsKey(way.name()))
                    .toList();
            if (found.size() != 1) {
                throw new IllegalArgumentException(kind.word() + " needs one of "
                        + ways.stream().map(Parameter::name).collect(Collectors.joining(", ")));
            }
            Parameter way = found.get(0);
            Argument argument = arguments.get(way.name());
            if (!way.allows(argument.value())) {
                throw new IllegalArgumentException(
                        way.called() + " of " + kind.word() + " is " + argument.text() + ", but must " + way.demand());
            }
            given.add(way);
            all.put(way.name(), argument.value());
            written.add((way.named() ? way.name() + " " : "") + argument.text());
        }
        double[] canonical = new double[given.size()];
        for (int i = 0; i < canonical.length; i++) {
            Parameter way = given.get(i);
            canonical[i] = kind.canonical(way, all.get(way.name()), all);
            if (!kind.parameters().get(i).allows(canonical[i])) {
                throw new IllegalArgumentException(
                        kind.text(written) + " cannot be computed with; use more usual parameters");
            }
        }
        return new Distribution(kind, kind.text(written), Optional.ofNullable(all.get("mean")), canonical);
    }

    /** Returns a distribution by its canonical parameters, in plain numbers. */
    public static Distribution of(Kind kind, double... canonical) {
        if (kind == Kind.EMPIRICAL) {
            return observed("", "", canonical);
        }
        Map<String, Argument> arguments = new LinkedHashMap<>();
        for (int i = 0; i < canonical.length && i < kind.parameters().size(); i++) {
            arguments.put(kind.parameters().get(i).name(), new Argument(number(canonical[i]), canonical[i]));
        }
        if (canonical.length != kind.parameters().size()) {
            throw new IllegalArgumentException(
                    kind.word() + " has " + kind.parameters().size() + " parameters");
        }
        return of(kind, arguments);
    }

    /**
     * Returns a distribution of a kind with one parameter, whose text is the word of the kind alone. It serves arrivals
     * at a rate: the model states the rate, and the mean follows from it.
     */
    public static Distribution ofMean(Kind kind, double mean) {
        Distribution full = of(kind, mean);
        return new Distribution(kind, kind.word(), Optional.empty(), full.parameters);
    }

    /** Returns the distribution with only that value. */
    public static Distribution constant(double value) {
        return of(Kind.CONSTANT, value);
    }

    /**
     * Returns a distribution of observed values, each equally likely.
     *
     * @param file name of the file
     * @param unit of its numbers as in the language; empty: none
     */
    public static Distribution observed(String file, String unit, double... values) {
        String quoted = '"' + file.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        String text = Kind.EMPIRICAL.text(unit.isEmpty() ? List.of(quoted) : List.of(quoted, unit));
        return new Distribution(Kind.EMPIRICAL, text, Optional.empty(), values.clone());
    }

    /**
     * Returns the numbers of a file of observed values, one a line. Empty lines and lines that begin with # are left out.
     *
     * @throws IllegalArgumentException with the wrong line, in words that follow the file's name
     */
    public static double[] numbers(List<String> lines) {
        List<Double> numbers = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            // Spreadsheets begin a file with a byte order mark.
            String line = (i == 0 ? lines.get(i).replace("\uFEFF", "") : lines.get(i)).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            double number;
            try {
                // Java's own forms, as 5d and 0x1p3, are not numbers of a file.
                number = new BigDecimal(line).doubleValue();
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "has \"" + line + "\" in line " + (i + 1) + ", which is no number", e);
            }
            if (!(number >= 0) || Double.isInfinite(number)) {
                throw new IllegalArgumentException(
                        "has " + line + " in line " + (i + 1) + "; numbers must not be below 0");
            }
            numbers.add(number);
        }
        if (numbers.isEmpty()) {
            throw new IllegalArgumentException("has no numbers; write one a line");
        }
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns the forms that {@link #ofCompact} reads. */
    public static String compactForms() {
        return Kind.parametric()
                        .map(kind -> kind.word()
                                + kind.parameters().stream()
                                        .map(each -> ":" + each.name().toUpperCase(java.util.Locale.ROOT))
                                        .collect(Collectors.joining()))
                        .collect(Collectors.joining(", "))
                + " or " + Kind.EMPIRICAL.word() + ":VALUE:VALUE:…";
    }

    /**
     * Returns the distribution that {@link #compact} wrote as a text.
     *
     * @throws IllegalArgumentException when the text has none of the {@link #compactForms}
     */
    public static Distribution ofCompact(String compact) {
        List<String> parts = List.of(compact.split(":", -1));
        Optional<Kind> kind = Arrays.stream(Kind.values())
                .filter(each -> each.word().equals(parts.get(0)))
                .findFirst();
        boolean numbers = parts.stream().skip(1).allMatch(part -> part.matches("\\d+(\\.\\d+)?([eE]-?\\d+)?"));
        if (kind.isEmpty() || !numbers) {
            throw new IllegalArgumentException("\"" + compact + "\" is none of " + compactForms());
        }
        return of(
                kind.get(),
                parts.stream().skip(1).mapToDouble(Double::parseDouble).toArray());
    }

    /**
     * Returns the distribution as a program takes it on its command line: the kind's word and its canonical parameters.
     * For many observed values, the text has {@value #MOST_VALUES} quantiles.
     *
     * @param unit factor from the unit of this distribution to the unit of the text, for example 1000 from seconds to
     *     milliseconds; values are rounded to a millionth
     */
    public String compact(double unit) {
        List<String> numbers = new ArrayList<>();
        if (kind == Kind.EMPIRICAL) {
            double[] values = parameters.clone();
            Arrays.sort(values);
            int count = Math.min(MOST_VALUES, values.length);
            for (int i = 0; i < count; i++) {
                numbers.add(rounded(unit * values[(int) ((2L * i + 1) * values.length / (2L * count))]));
            }
        }
        for (int i = 0; i < kind.parameters().size(); i++) {
            numbers.add(
                    kind.parameters().get(i).role() == Parameter.Role.VALUE
                            ? rounded(unit * parameters[i])
                            : Double.toString(parameters[i]));
        }
        return kind.word() + ":" + String.join(":", numbers);
    }

    private static String rounded(double value) {
        return Double.toString(Math.round(value * 1e6) / 1e6);
    }

    /** Returns the kind of the distribution. */
    public Kind kind() {
        return kind;
    }

    /** Returns the distribution in the language's spelling, with the parameters of the model. */
    public String text() {
        return text;
    }

    /** Returns the expected value of the draws; infinite for some Pareto distributions. */
    public double mean() {
        return kind.mean(parameters);
    }

    /**
     * Returns the mean of the drawn values where it differs from the mean of the model by more than a rounding. It does for a normal
     * distribution with a part below zero.
     */
    public Optional<Double> effectiveMean() {
        double mean = mean();
        return modelMean
                .filter(stated -> Math.abs(mean - stated) > ROUNDING * stated)
                .map(stated -> mean);
    }

    /** Returns the greatest observed value; infinite for every other kind of distribution. */
    public double greatest() {
        return kind == Kind.EMPIRICAL
                ? Arrays.stream(parameters).max().orElse(Double.POSITIVE_INFINITY)
                : Double.POSITIVE_INFINITY;
    }

    /** Returns the probability of a draw that is not above zero. */
    public double atOrBelowZero() {
        return kind.atOrBelowZero(parameters);
    }

    /** Returns a sampler of draws from a stream. It belongs to one thread, as the stream does. */
    public ContinuousSampler sampler(UniformRandomProvider random) {
        return kind.sampler(random, parameters);
    }

    /** Returns that many draws from the start of a stream. */
    public double[] sample(UniformRandomProvider random, int count) {
        double[] draws = new double[count];
        ContinuousSampler sampler = sampler(random);
        Arrays.setAll(draws, i -> sampler.sample());
        return draws;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Distribution that
                && kind == that.kind
                && text.equals(that.text)
                && Arrays.equals(parameters, that.parameters);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** Returns plain digits, as the language reads them. */
    private static String number(double value) {
        return Double.isFinite(value)
                ? new java.math.BigDecimal(Double.toString(value))
                        .stripTrailingZeros()
                        .toPlainString()
                : Double.toString(value);
    }
}
