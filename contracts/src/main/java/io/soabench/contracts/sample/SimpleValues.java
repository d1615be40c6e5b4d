package io.soabench.contracts.sample;

import io.soabench.contracts.sample.SimpleType.Facets;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * Default values of simple types: the empty string, {@code false}, 0, the first enumeration value (B10 §4.1). Where facets forbid these, the
 * first that fits is taken: the bounds and their neighbours, a text of the least length, a text that a pattern allows (see
 * {@link PatternWords}).
 */
final class SimpleValues {

    private static final int LONGEST_TEXT = 100_000;

    private static final List<String> STEPS = List.of("PT1S", "P1D", "P1M", "P1Y");

    private SimpleValues() {}

    /** Returns the default value of a type; empty when none of the candidates fits. */
    static Optional<String> value(SimpleType type) {
        for (String candidate : candidates(type)) {
            if (accepts(type, candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static Set<String> candidates(SimpleType type) {
        Set<String> all = new LinkedHashSet<>();
        for (Facets step : type.steps()) {
            if (!step.enumeration().isEmpty()) {
                step.enumeration().forEach(text -> all.add(type.normalized(text)));
                return all;
            }
        }
        switch (type.variety()) {
            case ATOMIC -> atomic(type, all);
            case LIST -> list(type, all);
            case UNION -> type.members().forEach(member -> all.addAll(candidates(member)));
        }
        for (Facets step : type.steps()) {
            step.patterns().forEach(pattern -> all.addAll(pattern.words()));
        }
        return all;
    }

    private static void list(SimpleType type, Set<String> all) {
        long items = Math.max(longest(type, Facets::length), longest(type, Facets::minLength));
        value(type.members().get(0))
                .filter(item -> !item.isEmpty() || items <= 0)
                .or(() -> candidates(type.members().get(0)).stream()
                        .filter(item ->
                                !item.isEmpty() && accepts(type.members().get(0), item))
                        .findFirst())
                .ifPresent(item -> {
                    if (items <= LONGEST_TEXT) {
                        all.add(String.join(" ", java.util.Collections.nCopies((int) Math.max(items, 0), item)));
                        all.add(item);
                    }
                });
        all.add("x");
    }

    private static long longest(SimpleType type, ToLongFunction<Facets> facet) {
        return type.steps().stream().mapToLong(facet).max().orElse(-1);
    }

    private static List<String> bounds(SimpleType type) {
        List<String> bounds = new ArrayList<>();
        for (Facets step : type.steps()) {
            for (String bound :
                    List.of(step.minInclusive(), step.minExclusive(), step.maxInclusive(), step.maxExclusive())) {
                if (!bound.isEmpty()) {
                    bounds.add(bound);
                }
            }
        }
        return bounds;
    }

    private static void atomic(SimpleType type, Set<String> all) {
        String builtIn = type.builtIn();
        if (builtIn.equals("boolean")) {
            all.addAll(List.of("false", "true", "0", "1"));
        } else if (ValueRules.INTEGERS.containsKey(builtIn) || builtIn.equals("decimal")) {
            decimals(type, all);
        } else if (builtIn.equals("double") || builtIn.equals("float")) {
            floats(type, all);
        } else if (ValueRules.CALENDAR.containsKey(builtIn)) {
            all.add(ValueRules.CALENDAR.get(builtIn));
            bounds(type).forEach(bound -> moments(bound, all));
            all.add(ValueRules.CALENDAR.get(builtIn) + "Z");
        } else if (builtIn.equals("duration")) {
            all.add("PT0S");
            for (String bound : bounds(type)) {
                all.add(bound);
                durations(bound, all);
            }
        } else {
            texts(type, all);
        }
    }

    private static void decimals(SimpleType type, Set<String> all) {
        all.add("0");
        String[] range = ValueRules.INTEGERS.getOrDefault(type.builtIn(), new String[] {"", ""});
        List<BigDecimal> numbers = new ArrayList<>();
        for (String bound : bounds(type)) {
            ValueRules.decimal(bound).ifPresent(numbers::add);
        }
        for (String bound : range) {
            ValueRules.decimal(bound).ifPresent(numbers::add);
        }
        long digits = longest(type, Facets::fractionDigits);
        BigDecimal step = BigDecimal.ONE.movePointLeft(digits > 0 && digits < 100 ? (int) digits : 0);
        for (BigDecimal number : numbers) {
            all.add(number.toPlainString());
            for (BigDecimal by : List.of(BigDecimal.ONE, step)) {
                all.add(number.add(by).toPlainString());
                all.add(number.subtract(by).toPlainString());
            }
            all.add(number.setScale(0, RoundingMode.CEILING).toPlainString());
            all.add(number.setScale(0, RoundingMode.FLOOR).toPlainString());
            for (BigDecimal other : numbers) {
                all.add(number.add(other)
                        .divide(BigDecimal.valueOf(2), 30, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString());
            }
        }
    }

    private static void floats(SimpleType type, Set<String> all) {
        all.add("0");
        boolean single = type.builtIn().equals("float");
        for (String bound : bounds(type)) {
            double number = ValueRules.floating(bound).orElse(0.0);
            all.add(bound);
            all.add(Double.toString(number + 1));
            all.add(Double.toString(number - 1));
            all.add(single ? Float.toString(Math.nextUp((float) number)) : Double.toString(Math.nextUp(number)));
            all.add(single ? Float.toString(Math.nextDown((float) number)) : Double.toString(Math.nextDown(number)));
        }
    }

    private static void moments(String bound, Set<String> all) {
        ValueRules.calendar(bound).ifPresent(moment -> {
            all.add(bound);
            for (String step : STEPS) {
                for (boolean forward : List.of(true, false)) {
                    XMLGregorianCalendar other = (XMLGregorianCalendar) moment.clone();
                    Duration by = ValueRules.DATES.newDuration(step);
                    other.add(forward ? by : by.negate());
                    all.add(other.toXMLFormat());
                }
            }
        });
    }

    private static void durations(String bound, Set<String> all) {
        ValueRules.duration(bound).ifPresent(length -> {
            for (String step : STEPS) {
                try {
                    all.add(length.add(ValueRules.DATES.newDuration(step)).toString());
                    all.add(length.subtract(ValueRules.DATES.newDuration(step)).toString());
                } catch (IllegalStateException e) {
                    // Some durations cannot be added, such as months and days with different signs. They give no
                    // further candidate.
                    all.add(bound);
                }
            }
        });
    }

    private static void texts(SimpleType type, Set<String> all) {
        long exact = longest(type, Facets::length);
        long least = Math.max(exact, longest(type, Facets::minLength));
        int length = (int) Math.min(Math.max(least, 0), LONGEST_TEXT);
        switch (type.builtIn()) {
            case "hexBinary" -> all.add("00".repeat(length));
            case "base64Binary" -> all.add(java.util.Base64.getEncoder().encodeToString(new byte[length]));
            case "language" -> {
                all.add("en");
                all.add("a".repeat(Math.max(1, length)));
            }
            case "ID", "IDREF", "ENTITY", "NMTOKEN", "Name", "NCName", "QName", "NOTATION" ->
                all.add("a".repeat(Math.max(1, length)));
            default -> {
                all.add("a".repeat(length));
                all.add("a");
            }
        }
    }

    /** Returns whether a text is, as it stands, in the lexical and in the value space of a type. */
    static boolean accepts(SimpleType type, String text) {
        return text.equals(type.normalized(text)) && ValueRules.accepts(type, text);
    }
}
