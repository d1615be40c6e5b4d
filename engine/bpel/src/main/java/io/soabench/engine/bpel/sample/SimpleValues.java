package io.soabench.engine.bpel.sample;

import io.soabench.engine.bpel.sample.SimpleType.Facets;
import io.soabench.engine.bpel.sample.SimpleType.Variety;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * Default values of simple types: the empty string, {@code false}, 0, the first enumeration value (B10 §4.1); where facets
 * forbid these, the first that fits of: the bounds and their neighbours, a text of the least length, a text that a pattern
 * allows (see {@link PatternWords}).
 */
final class SimpleValues {

    private static final DatatypeFactory DATES = dates();
    private static final int LONGEST_TEXT = 100_000;
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)");
    private static final Pattern NMTOKEN = Pattern.compile("[\\p{L}\\p{N}\\p{M}._:\\-\u00B7]+");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_:][\\p{L}\\p{N}\\p{M}._:\\-\u00B7]*");
    private static final Pattern NCNAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}\\p{M}._\\-\u00B7]*");
    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*");
    private static final Pattern HEX = Pattern.compile("([0-9a-fA-F]{2})*");
    private static final Pattern BASE64 = Pattern.compile("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");

    private static final Map<String, String[]> INTEGERS = Map.ofEntries(
            Map.entry("integer", new String[] {"", ""}),
            Map.entry("nonPositiveInteger", new String[] {"", "0"}),
            Map.entry("negativeInteger", new String[] {"", "-1"}),
            Map.entry("nonNegativeInteger", new String[] {"0", ""}),
            Map.entry("positiveInteger", new String[] {"1", ""}),
            Map.entry("long", new String[] {"-9223372036854775808", "9223372036854775807"}),
            Map.entry("int", new String[] {"-2147483648", "2147483647"}),
            Map.entry("short", new String[] {"-32768", "32767"}),
            Map.entry("byte", new String[] {"-128", "127"}),
            Map.entry("unsignedLong", new String[] {"0", "18446744073709551615"}),
            Map.entry("unsignedInt", new String[] {"0", "4294967295"}),
            Map.entry("unsignedShort", new String[] {"0", "65535"}),
            Map.entry("unsignedByte", new String[] {"0", "255"}));

    private static final Map<String, String> CALENDAR = Map.of(
            "dateTime", "1970-01-01T00:00:00Z",
            "date", "1970-01-01",
            "time", "00:00:00",
            "gYear", "1970",
            "gYearMonth", "1970-01",
            "gMonth", "--01",
            "gMonthDay", "--01-01",
            "gDay", "---01");

    private static final List<String> STEPS = List.of("PT1S", "P1D", "P1M", "P1Y");

    private SimpleValues() {}

    private static DatatypeFactory dates() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("every Java platform has a DatatypeFactory", e);
        }
    }

    /** The default value of a type; empty when none of the candidates fits. */
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
        } else if (INTEGERS.containsKey(builtIn) || builtIn.equals("decimal")) {
            decimals(type, all);
        } else if (builtIn.equals("double") || builtIn.equals("float")) {
            floats(type, all);
        } else if (CALENDAR.containsKey(builtIn)) {
            all.add(CALENDAR.get(builtIn));
            bounds(type).forEach(bound -> moments(bound, all));
            all.add(CALENDAR.get(builtIn) + "Z");
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
        String[] range = INTEGERS.getOrDefault(type.builtIn(), new String[] {"", ""});
        List<BigDecimal> numbers = new ArrayList<>();
        for (String bound : bounds(type)) {
            decimal(bound).ifPresent(numbers::add);
        }
        for (String bound : range) {
            decimal(bound).ifPresent(numbers::add);
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
            double number = floating(bound).orElse(0.0);
            all.add(bound);
            all.add(Double.toString(number + 1));
            all.add(Double.toString(number - 1));
            all.add(single ? Float.toString(Math.nextUp((float) number)) : Double.toString(Math.nextUp(number)));
            all.add(single ? Float.toString(Math.nextDown((float) number)) : Double.toString(Math.nextDown(number)));
        }
    }

    private static void moments(String bound, Set<String> all) {
        calendar(bound).ifPresent(moment -> {
            all.add(bound);
            for (String step : STEPS) {
                for (boolean forward : List.of(true, false)) {
                    XMLGregorianCalendar other = (XMLGregorianCalendar) moment.clone();
                    Duration by = DATES.newDuration(step);
                    other.add(forward ? by : by.negate());
                    all.add(other.toXMLFormat());
                }
            }
        });
    }

    private static void durations(String bound, Set<String> all) {
        duration(bound).ifPresent(length -> {
            for (String step : STEPS) {
                try {
                    all.add(length.add(DATES.newDuration(step)).toString());
                    all.add(length.subtract(DATES.newDuration(step)).toString());
                } catch (IllegalStateException e) {
                    // The two cannot be added, such as months and days of unlike signs: no candidate.
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

    /** Whether a text is in the lexical and in the value space of a type. */
    static boolean accepts(SimpleType type, String text) {
        if (!text.equals(type.normalized(text))) {
            return false;
        }
        boolean fits =
                switch (type.variety()) {
                    case ATOMIC -> lexical(type.builtIn(), text);
                    case LIST ->
                        items(text).stream()
                                .allMatch(item -> accepts(type.members().get(0), item));
                    case UNION -> type.members().stream().anyMatch(member -> accepts(member, text));
                };
        return fits && type.steps().stream().allMatch(step -> keeps(type, step, text));
    }

    private static List<String> items(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
    }

    private static boolean keeps(SimpleType type, Facets step, String text) {
        if (!step.enumeration().isEmpty()
                && step.enumeration().stream()
                        .noneMatch(value -> type.normalized(value).equals(text))) {
            return false;
        }
        if (!step.patterns().isEmpty() && step.patterns().stream().noneMatch(pattern -> pattern.matches(text))) {
            return false;
        }
        long length = length(type, text);
        if (length >= 0
                && ((step.length() >= 0 && length != step.length())
                        || (step.minLength() >= 0 && length < step.minLength())
                        || (step.maxLength() >= 0 && length > step.maxLength()))) {
            return false;
        }
        return type.variety() != Variety.ATOMIC || (inBounds(type.builtIn(), step, text) && digits(step, text));
    }

    private static long length(SimpleType type, String text) {
        if (type.variety() == Variety.LIST) {
            return items(text).size();
        }
        return switch (type.builtIn()) {
            case "hexBinary" -> text.length() / 2;
            case "base64Binary" -> java.util.Base64.getDecoder().decode(text.replace(" ", "")).length;
            // Lengths of these mean nothing (XML Schema part 2, 4.3.1).
            case "QName", "NOTATION", "" -> -1;
            default -> text.codePointCount(0, text.length());
        };
    }

    private static boolean digits(Facets step, String text) {
        if (step.totalDigits() < 0 && step.fractionDigits() < 0) {
            return true;
        }
        return decimal(text)
                .map(number -> {
                    BigDecimal plain = number.stripTrailingZeros();
                    int scale = Math.max(plain.scale(), 0);
                    int precision = Math.max(plain.setScale(scale).precision(), scale);
                    return (step.totalDigits() < 0 || precision <= step.totalDigits())
                            && (step.fractionDigits() < 0 || scale <= step.fractionDigits());
                })
                .orElse(false);
    }

    private static boolean inBounds(String builtIn, Facets step, String text) {
        return holds(builtIn, text, step.minInclusive(), true, 1)
                && holds(builtIn, text, step.minExclusive(), false, 1)
                && holds(builtIn, text, step.maxInclusive(), true, -1)
                && holds(builtIn, text, step.maxExclusive(), false, -1);
    }

    private static boolean holds(String builtIn, String text, String bound, boolean equal, int side) {
        if (bound.isEmpty()) {
            return true;
        }
        Optional<Integer> order = compared(builtIn, text, bound);
        return order.isPresent() && ((equal && order.get() == 0) || Integer.signum(order.get()) == side);
    }

    private static Optional<Integer> compared(String builtIn, String left, String right) {
        if (builtIn.equals("double") || builtIn.equals("float")) {
            return floating(left).flatMap(l -> floating(right).map(r -> Double.compare(l, r)));
        }
        if (CALENDAR.containsKey(builtIn)) {
            return calendar(left).flatMap(l -> calendar(right).map(l::compare)).filter(SimpleValues::known);
        }
        if (builtIn.equals("duration")) {
            return duration(left).flatMap(l -> duration(right).map(l::compare)).filter(SimpleValues::known);
        }
        return decimal(left).flatMap(l -> decimal(right).map(l::compareTo));
    }

    private static boolean known(int order) {
        return order != DatatypeConstants.INDETERMINATE;
    }

    private static boolean lexical(String builtIn, String text) {
        if (INTEGERS.containsKey(builtIn)) {
            String[] range = INTEGERS.get(builtIn);
            if (!INTEGER.matcher(text).matches()) {
                return false;
            }
            BigInteger number = new BigInteger(text.startsWith("+") ? text.substring(1) : text);
            return (range[0].isEmpty() || number.compareTo(new BigInteger(range[0])) >= 0)
                    && (range[1].isEmpty() || number.compareTo(new BigInteger(range[1])) <= 0);
        }
        if (CALENDAR.containsKey(builtIn)) {
            return calendar(text)
                    .map(moment -> moment.getXMLSchemaType().getLocalPart().equals(builtIn))
                    .orElse(false);
        }
        return switch (builtIn) {
            case "decimal" -> DECIMAL.matcher(text).matches();
            case "boolean" -> Set.of("true", "false", "0", "1").contains(text);
            case "double", "float" -> floating(text).isPresent();
            case "duration" -> duration(text).isPresent();
            case "hexBinary" -> HEX.matcher(text).matches();
            case "base64Binary" -> BASE64.matcher(text.replace(" ", "")).matches();
            case "language" -> LANGUAGE.matcher(text).matches();
            case "NMTOKEN" -> NMTOKEN.matcher(text).matches();
            case "Name" -> NAME.matcher(text).matches();
            case "NCName", "ID", "IDREF", "ENTITY", "QName", "NOTATION" ->
                NCNAME.matcher(text).matches();
            case "anyURI" -> !text.contains(" ") && !text.contains("%") && text.indexOf(':') != 0;
            default -> true;
        };
    }

    private static Optional<BigDecimal> decimal(String text) {
        return DECIMAL.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    private static Optional<Double> floating(String text) {
        return switch (text) {
            case "INF" -> Optional.of(Double.POSITIVE_INFINITY);
            case "-INF" -> Optional.of(Double.NEGATIVE_INFINITY);
            case "NaN" -> Optional.of(Double.NaN);
            default -> {
                try {
                    boolean other = text.isEmpty() || Character.isLetter(text.charAt(text.length() - 1));
                    yield other ? Optional.empty() : Optional.of(Double.valueOf(text));
                } catch (NumberFormatException e) {
                    yield Optional.empty();
                }
            }
        };
    }

    private static Optional<XMLGregorianCalendar> calendar(String text) {
        try {
            XMLGregorianCalendar moment = DATES.newXMLGregorianCalendar(text);
            return moment.isValid() ? Optional.of(moment) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(DATES.newDuration(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
