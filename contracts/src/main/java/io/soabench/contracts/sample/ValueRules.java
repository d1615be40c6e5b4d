package io.soabench.contracts.sample;

import io.soabench.contracts.sample.SimpleType.Facets;
import io.soabench.contracts.sample.SimpleType.Variety;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * Rules for values: whether a text is in the lexical and in the value space of a simple type (XML Schema part 2), and
 * if not, why. Prefixes of names are not looked up. Safe for use by many threads.
 */
final class ValueRules {

    static final DatatypeFactory DATES = dates();

    /** The most values of an enumeration in a message. */
    private static final int MOST_TOLD = 6;

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)");
    private static final Pattern NMTOKEN = Pattern.compile("[\\p{L}\\p{N}\\p{M}._:\\-\u00B7]+");
    private static final Pattern NAME = Pattern.compile("[\\p{L}_:][\\p{L}\\p{N}\\p{M}._:\\-\u00B7]*");
    private static final Pattern NCNAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}\\p{M}._\\-\u00B7]*");
    private static final Pattern QNAME = Pattern.compile("(" + NCNAME + ":)?" + NCNAME);
    private static final Pattern FLOATING = Pattern.compile(DECIMAL + "([eE][+-]?[0-9]+)?");
    private static final Pattern PERCENT = Pattern.compile("%(?![0-9a-fA-F]{2})");
    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*");
    private static final Pattern HEX = Pattern.compile("([0-9a-fA-F]{2})*");
    private static final Pattern BASE64 = Pattern.compile("([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?");
    /** Least and greatest value by built-in type; empty: none. */
    static final Map<String, String[]> INTEGERS = Map.ofEntries(
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

    /** A value of each built-in type that is a moment. */
    static final Map<String, String> CALENDAR = Map.of(
            "dateTime", "1970-01-01T00:00:00Z",
            "date", "1970-01-01",
            "time", "00:00:00",
            "gYear", "1970",
            "gYearMonth", "1970-01",
            "gMonth", "--01",
            "gMonthDay", "--01-01",
            "gDay", "---01");

    private static final Map<String, String> HINTS = Map.of(
            "boolean", "true or false",
            "decimal", "12.5",
            "dateTime", "2026-01-31T12:00:00Z",
            "date", "2026-01-31",
            "time", "12:00:00",
            "duration", "PT1H30M",
            "gYear", "2026",
            "gYearMonth", "2026-01",
            "hexBinary", "0FB8",
            "language", "en-GB");

    private ValueRules() {}

    private static DatatypeFactory dates() {
        try {
            return DatatypeFactory.newInstance();
        } catch (DatatypeConfigurationException e) {
            throw new IllegalStateException("every Java platform has a DatatypeFactory", e);
        }
    }

    /**
     * Returns whether a text is one of a type.
     *
     * @param text with white space as {@link SimpleType#normalized} leaves it
     */
    static boolean accepts(SimpleType type, String text) {
        return problem(type, text).isEmpty();
    }

    /**
     * Returns why a text is not of a type, so that it can follow "which"; empty when it is.
     *
     * @param text with white space as {@link SimpleType#normalized} leaves it
     */
    static Optional<String> problem(SimpleType type, String text) {
        Optional<String> problem =
                switch (type.variety()) {
                    case ATOMIC ->
                        lexical(type.builtIn(), text) ? Optional.empty() : Optional.of(unlike(type.builtIn(), text));
                    case LIST ->
                        items(text).stream()
                                .flatMap(item -> problem(type.members().get(0), item).stream()
                                        .map(why -> "has \"" + item + "\", which " + why))
                                .findFirst();
                    case UNION ->
                        type.members().stream().anyMatch(member -> accepts(member, member.normalized(text)))
                                ? Optional.empty()
                                : Optional.of("is of none of the types "
                                        + type.members().stream()
                                                .map(SimpleType::name)
                                                .collect(Collectors.joining(", ")));
                };
        return problem.or(() -> type.steps().stream()
                .flatMap(step -> problem(type, step, text).stream())
                .findFirst());
    }

    private static String unlike(String builtIn, String text) {
        if (INTEGERS.containsKey(builtIn)) {
            return INTEGER.matcher(text).matches()
                    ? "is beyond the range of xs:" + builtIn
                    : "is no xs:" + builtIn + ", a whole number";
        }
        return "is no xs:" + builtIn + (HINTS.containsKey(builtIn) ? " like " + HINTS.get(builtIn) : "");
    }

    private static List<String> items(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(" ", -1));
    }

    private static Optional<String> problem(SimpleType type, Facets step, String text) {
        if (!step.enumeration().isEmpty()
                && step.enumeration().stream().noneMatch(value -> same(type, type.normalized(value), text))) {
            List<String> all = step.enumeration();
            return Optional.of("is none of "
                    + all.stream()
                            .limit(MOST_TOLD)
                            .map(value -> "\"" + value + "\"")
                            .collect(Collectors.joining(", "))
                    + (all.size() > MOST_TOLD ? " and " + (all.size() - MOST_TOLD) + " more" : ""));
        }
        if (!step.patterns().isEmpty() && step.patterns().stream().noneMatch(pattern -> pattern.matches(text))) {
            return Optional.of("does not match the pattern "
                    + step.patterns().stream().map(PatternWords::source).collect(Collectors.joining(" or ")));
        }
        return lengths(type, step, text)
                .or(() -> type.variety() == Variety.ATOMIC ? numbers(type.builtIn(), step, text) : Optional.empty());
    }

    /** Returns whether two texts are the same value. */
    private static boolean same(SimpleType type, String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        if (type.variety() != Variety.ATOMIC) {
            return false;
        }
        boolean comparable = INTEGERS.containsKey(type.builtIn())
                || CALENDAR.containsKey(type.builtIn())
                || Set.of("decimal", "double", "float", "duration").contains(type.builtIn());
        return switch (type.builtIn()) {
            case "boolean" -> truth(one) == truth(other);
            case "hexBinary" -> one.equalsIgnoreCase(other);
            case "base64Binary" -> one.replace(" ", "").equals(other.replace(" ", ""));
            default ->
                comparable
                        && compared(type.builtIn(), one, other)
                                .filter(order -> order == 0)
                                .isPresent();
        };
    }

    private static boolean truth(String text) {
        return text.equals("true") || text.equals("1");
    }

    private static Optional<String> lengths(SimpleType type, Facets step, String text) {
        long length = length(type, text);
        if (length < 0) {
            return Optional.empty();
        }
        String unit =
                switch (type.builtIn()) {
                    case "hexBinary", "base64Binary" -> " bytes";
                    default -> type.variety() == Variety.LIST ? " items" : " characters";
                };
        if (step.length() >= 0 && length != step.length()) {
            return Optional.of("has " + length + unit + " instead of " + step.length());
        }
        if (step.minLength() >= 0 && length < step.minLength()) {
            return Optional.of("has " + length + unit + ", fewer than " + step.minLength());
        }
        return step.maxLength() >= 0 && length > step.maxLength()
                ? Optional.of("has " + length + unit + ", more than " + step.maxLength())
                : Optional.empty();
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

    private static Optional<String> numbers(String builtIn, Facets step, String text) {
        if (!holds(builtIn, text, step.minInclusive(), true, 1)) {
            return Optional.of("is less than " + step.minInclusive());
        }
        if (!holds(builtIn, text, step.minExclusive(), false, 1)) {
            return Optional.of("is not more than " + step.minExclusive());
        }
        if (!holds(builtIn, text, step.maxInclusive(), true, -1)) {
            return Optional.of("is more than " + step.maxInclusive());
        }
        if (!holds(builtIn, text, step.maxExclusive(), false, -1)) {
            return Optional.of("is not less than " + step.maxExclusive());
        }
        return digits(step, text)
                ? Optional.empty()
                : Optional.of("has more digits than the type allows: "
                        + (step.totalDigits() >= 0 ? step.totalDigits() + " in all" : "")
                        + (step.totalDigits() >= 0 && step.fractionDigits() >= 0 ? ", " : "")
                        + (step.fractionDigits() >= 0 ? step.fractionDigits() + " behind the point" : ""));
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

    private static boolean holds(String builtIn, String text, String bound, boolean equal, int side) {
        if (bound.isEmpty()) {
            return true;
        }
        Optional<Integer> order = compared(builtIn, text, bound);
        return order.isPresent() && ((equal && order.get() == 0) || Integer.signum(order.get()) == side);
    }

    private static Optional<Integer> compared(String builtIn, String left, String right) {
        if (builtIn.equals("double") || builtIn.equals("float")) {
            return floating(left)
                    .flatMap(l ->
                            floating(right).filter(r -> l.isNaN() == r.isNaN()).map(r -> Double.compare(l, r)));
        }
        if (CALENDAR.containsKey(builtIn)) {
            return calendar(left).flatMap(l -> calendar(right).map(l::compare)).filter(ValueRules::known);
        }
        if (builtIn.equals("duration")) {
            return duration(left).flatMap(l -> duration(right).map(l::compare)).filter(ValueRules::known);
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
            case "NCName", "ID", "IDREF", "ENTITY" -> NCNAME.matcher(text).matches();
            case "QName", "NOTATION" -> QNAME.matcher(text).matches();
            case "anyURI" -> !PERCENT.matcher(text).find() && text.indexOf(':') != 0;
            default -> true;
        };
    }

    static Optional<BigDecimal> decimal(String text) {
        return DECIMAL.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    static Optional<Double> floating(String text) {
        return switch (text) {
            case "INF" -> Optional.of(Double.POSITIVE_INFINITY);
            case "-INF" -> Optional.of(Double.NEGATIVE_INFINITY);
            case "NaN" -> Optional.of(Double.NaN);
            default -> FLOATING.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
        };
    }

    static Optional<XMLGregorianCalendar> calendar(String text) {
        try {
            XMLGregorianCalendar moment = DATES.newXMLGregorianCalendar(text);
            return moment.isValid() ? Optional.of(moment) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static Optional<Duration> duration(String text) {
        try {
            return Optional.of(DATES.newDuration(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
