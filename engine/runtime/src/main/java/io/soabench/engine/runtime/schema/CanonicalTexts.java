package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.WhiteSpace;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.datatype.Duration;
import javax.xml.datatype.XMLGregorianCalendar;

/**
 * The text that stands for each value of the built-in simple types (XML Schema Part 2, chapter 3). Dates and times with
 * a time zone are moved to UTC, those without stay unchanged; both zeros of a floating-point type are one value, as for
 * XPath. A text that is not a value of its type stays unchanged except for the white space around it.
 */
final class CanonicalTexts {
    private static final DatatypeFactory DATES = DatatypeFactory.newDefaultInstance();

    /**
     * The largest number of digits of a canonical number, since making one takes the square of its digits. A longer
     * text stays unchanged.
     */
    private static final int DURATION_CHARS = 100;

    private static final int ANY_LEAP_YEAR = 1972;
    private static final BigInteger MONTHS = BigInteger.valueOf(12);
    private static final BigInteger HOURS = BigInteger.valueOf(24);
    private static final BigInteger SIXTY = BigInteger.valueOf(60);

    private CanonicalTexts() {}

    /**
     * Returns the form of a type's values, by its local name; for names and other tokens their text with white space
     * collapsed.
     */
    static UnaryOperator<String> of(String type) {
        UnaryOperator<String> form =
                switch (type) {
                    case "boolean" -> text -> Boolean.toString(BuiltInTypes.isTrue(text));
                    case "float" -> CanonicalTexts::single;
                    case "double" -> CanonicalTexts::twice;
                    case "duration" -> CanonicalTexts::duration;
                    case "dateTime", "date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay" ->
                        text -> date(text, type.equals("time"));
                    case "hexBinary" -> text -> text.toUpperCase(Locale.ROOT);
                    case "base64Binary" -> CanonicalTexts::withoutWhiteSpace;
                    case "anyURI", "language" -> null;
                    default -> BuiltInTypes.isNumber(type) ? CanonicalTexts::decimal : null;
                };
        Predicate<String> values = BuiltInTypes.values(type);
        if (form == null || values == null) {
            return WhiteSpace::collapsed;
        }
        return text -> {
            String stripped = WhiteSpace.stripped(text);
            return values.test(stripped) ? form.apply(stripped) : stripped;
        };
    }

    /** Returns a decimal without plus sign and superfluous zeros. */
    private static String decimal(String text) {
        int from = IntegerRange.sign(text);
        int point = text.indexOf('.');
        int to = text.length();
        while (point >= 0 && to > point + 1 && text.charAt(to - 1) == '0') {
            to--;
        }
        if (to == point + 1) {
            to = point;
        }
        int whole = point < 0 ? to : point;
        while (from < whole && text.charAt(from) == '0') {
            from++;
        }
        String digits = text.substring(from, to);
        if (digits.isEmpty()) {
            return "0";
        }
        String unsigned = digits.startsWith(".") ? "0" + digits : digits;
        return text.charAt(0) == '-' ? "-" + unsigned : unsigned;
    }

    private static String single(String text) {
        return switch (text) {
            case "INF", "-INF", "NaN" -> text;
            default -> Float.toString(Float.parseFloat(text) + 0.0f);
        };
    }

    private static String twice(String text) {
        return switch (text) {
            case "INF", "-INF", "NaN" -> text;
            default -> Double.toString(Double.parseDouble(text) + 0.0);
        };
    }

    private static String withoutWhiteSpace(String text) {
        return WhiteSpace.isIn(text) ? WhiteSpace.collapsed(text).replace(" ", "") : text;
    }

    /** Returns a date by its start: missing parts count as the first month, day or moment of a leap year. */
    private static String date(String text, boolean daily) {
        XMLGregorianCalendar date = DATES.newXMLGregorianCalendar(text);
        if (date.getFractionalSecond() != null) {
            BigDecimal fraction = date.getFractionalSecond().stripTrailingZeros();
            date.setFractionalSecond(fraction.signum() == 0 ? null : fraction);
        }
        if (date.getTimezone() == DatatypeConstants.FIELD_UNDEFINED) {
            return date.toXMLFormat();
        }
        if (date.getEonAndYear() == null) {
            date.setYear(ANY_LEAP_YEAR);
        }
        if (date.getMonth() == DatatypeConstants.FIELD_UNDEFINED) {
            date.setMonth(1);
        }
        if (date.getDay() == DatatypeConstants.FIELD_UNDEFINED) {
            date.setDay(1);
        }
        if (date.getHour() == DatatypeConstants.FIELD_UNDEFINED) {
            date.setTime(0, 0, 0);
        }
        String moment = date.normalize().toXMLFormat();
        return daily ? moment.substring(moment.indexOf('T')) : moment;
    }

    /**
     * Returns a duration as months and seconds. No other parts of a duration can be compared with each other (section
     * 3.2.6.2).
     */
    private static String duration(String text) {
        if (text.length() > DURATION_CHARS) {
            return text;
        }
        Duration duration = DATES.newDuration(text);
        BigInteger months = number(duration, DatatypeConstants.YEARS)
                .multiply(MONTHS)
                .add(number(duration, DatatypeConstants.MONTHS));
        BigInteger minutes = number(duration, DatatypeConstants.DAYS)
                .multiply(HOURS)
                .add(number(duration, DatatypeConstants.HOURS))
                .multiply(SIXTY)
                .add(number(duration, DatatypeConstants.MINUTES));
        BigDecimal seconds =
                duration.getField(DatatypeConstants.SECONDS) instanceof BigDecimal part ? part : BigDecimal.ZERO;
        BigDecimal all = new BigDecimal(minutes.multiply(SIXTY)).add(seconds).stripTrailingZeros();
        boolean nothing = months.signum() == 0 && all.signum() == 0;
        return (duration.getSign() < 0 && !nothing ? "-" : "") + "P" + months + "MT" + all.toPlainString() + "S";
    }

    private static BigInteger number(Duration duration, DatatypeConstants.Field field) {
        return duration.getField(field) instanceof BigInteger number ? number : BigInteger.ZERO;
    }
}
