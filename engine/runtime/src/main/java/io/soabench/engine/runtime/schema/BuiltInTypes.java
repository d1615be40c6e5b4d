package io.soabench.engine.runtime.schema;

import io.soabench.engine.runtime.xml.WhiteSpace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.xml.datatype.DatatypeFactory;
import javax.xml.namespace.QName;

/**
 * The texts that are values of the built-in simple types (XML Schema Part 2, section 3). White space around a value is
 * dropped where the type collapses it. Types whose values depend on the document around them (ID, IDREF, ENTITY,
 * NOTATION) are missing here, and so are names and lists. Every check takes time linear in the text. Dates and times of
 * more than 100 characters are refused, though the standard allows years and fractions of any length.
 */
final class BuiltInTypes {
    private static final DatatypeFactory DATES = DatatypeFactory.newDefaultInstance();
    private static final Pattern DURATION = Pattern.compile(
            "-?P(?=.)(\\d++Y)?(\\d++M)?(\\d++D)?(T(?=.)(\\d++H)?(\\d++M)?(\\d++(\\.\\d++)?S)?)?", Pattern.DOTALL);
    private static final Pattern LANGUAGE = Pattern.compile("[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*+");
    private static final int DATE_CHARS = 100;
    private static final IntegerRange INTEGERS = IntegerRange.of(null, null);
    private static final Map<String, Predicate<String>> TYPES = new HashMap<>();
    private static final Set<String> NUMBERS = new HashSet<>(Set.of("decimal"));

    static {
        TYPES.put("string", BuiltInTypes::any);
        TYPES.put("normalizedString", BuiltInTypes::any);
        TYPES.put("token", BuiltInTypes::any);
        TYPES.put("anySimpleType", BuiltInTypes::any);
        TYPES.put("anyURI", text -> isUri(WhiteSpace.stripped(text)));
        TYPES.put(
                "language", text -> LANGUAGE.matcher(WhiteSpace.stripped(text)).matches());
        TYPES.put("boolean", text -> isBoolean(WhiteSpace.stripped(text)));
        TYPES.put("decimal", text -> isDecimal(WhiteSpace.stripped(text), false));
        TYPES.put("float", text -> isFloating(WhiteSpace.stripped(text)));
        TYPES.put("double", text -> isFloating(WhiteSpace.stripped(text)));
        TYPES.put("hexBinary", text -> isHex(WhiteSpace.stripped(text)));
        TYPES.put("base64Binary", BuiltInTypes::isBase64);
        TYPES.put(
                "duration",
                text -> DURATION.matcher(WhiteSpace.stripped(text)).matches()
                        && !WhiteSpace.stripped(text).endsWith("T"));
        for (String date :
                new String[] {"dateTime", "date", "time", "gYear", "gYearMonth", "gMonth", "gMonthDay", "gDay"}) {
            TYPES.put(date, text -> isDate(WhiteSpace.stripped(text), date));
        }
        integer("integer", null, null);
        integer("nonPositiveInteger", null, "0");
        integer("negativeInteger", null, "-1");
        integer("nonNegativeInteger", "0", null);
        integer("positiveInteger", "1", null);
        integer("long", "-9223372036854775808", "9223372036854775807");
        integer("int", "-2147483648", "2147483647");
        integer("short", "-32768", "32767");
        integer("byte", "-128", "127");
        integer("unsignedLong", "0", "18446744073709551615");
        integer("unsignedInt", "0", "4294967295");
        integer("unsignedShort", "0", "65535");
        integer("unsignedByte", "0", "255");
    }

    private BuiltInTypes() {}

    private static void integer(String name, String least, String most) {
        IntegerRange range = IntegerRange.of(least, most);
        NUMBERS.add(name);
        TYPES.put(name, text -> range.contains(WhiteSpace.stripped(text)));
    }

    private static boolean any(String text) {
        return text != null;
    }

    /** Returns the test for values of a type; null for a type without one here. */
    static Predicate<String> values(String localName) {
        return TYPES.get(localName);
    }

    /** Returns whether the values of a type are those of {@code xsd:decimal}, or some of them. */
    static boolean isNumber(String localName) {
        return NUMBERS.contains(localName);
    }

    static boolean isTrue(String text) {
        String value = WhiteSpace.stripped(text);
        return value.equals("true") || value.equals("1");
    }

    private static boolean isDecimal(String text, boolean exponent) {
        int at = IntegerRange.sign(text);
        int digits = 0;
        boolean point = false;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (IntegerRange.isDigit(c)) {
                digits++;
            } else if (c == '.' && !point) {
                point = true;
            } else if (exponent && digits > 0 && (c == 'e' || c == 'E')) {
                return INTEGERS.contains(text.substring(at + 1));
            } else {
                return false;
            }
        }
        return digits > 0;
    }

    private static boolean isFloating(String text) {
        return isDecimal(text, true) || text.equals("INF") || text.equals("-INF") || text.equals("NaN");
    }

    private static boolean isBoolean(String text) {
        return switch (text) {
            case "true", "false", "1", "0" -> true;
            default -> false;
        };
    }

    /**
     * Returns whether a text is a date. A year of many digits would take the square of their number to compute, so it
     * is refused unread.
     */
    private static boolean isDate(String text, String type) {
        if (text.length() > DATE_CHARS) {
            return false;
        }
        try {
            QName found = DATES.newXMLGregorianCalendar(text).getXMLSchemaType();
            return found.getLocalPart().equals(type);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return false;
        }
    }

    /**
     * Returns whether a text is a URI. Nearly every text is one, since characters that URIs do not have are escaped. A
     * broken escape or a second fragment is none.
     */
    private static boolean isUri(String text) {
        for (int i = text.indexOf('%'); i >= 0; i = text.indexOf('%', i + 1)) {
            if (i + 2 >= text.length()
                    || Character.digit(text.charAt(i + 1), 16) < 0
                    || Character.digit(text.charAt(i + 2), 16) < 0) {
                return false;
            }
        }
        return text.indexOf('#') == text.lastIndexOf('#');
    }

    private static boolean isHex(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || Character.digit(c, 16) < 0) {
                return false;
            }
        }
        return text.length() % 2 == 0;
    }

    private static boolean isBase64(String text) {
        int digits = 0;
        int padding = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '=') {
                padding++;
            } else if (padding == 0 && c < 0x80 && (Character.isLetterOrDigit(c) || c == '+' || c == '/')) {
                digits++;
            } else if (!WhiteSpace.is(c)) {
                return false;
            }
        }
        return padding <= 2 && (digits + padding) % 4 == 0;
    }
}
