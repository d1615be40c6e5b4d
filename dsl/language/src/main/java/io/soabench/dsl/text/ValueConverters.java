package io.soabench.dsl.text;

import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.eclipse.xtext.conversion.IValueConverter;
import org.eclipse.xtext.conversion.ValueConverter;
import org.eclipse.xtext.conversion.ValueConverterException;
import org.eclipse.xtext.conversion.impl.AbstractDeclarativeValueConverterService;
import org.eclipse.xtext.conversion.impl.AbstractNullSafeConverter;
import org.eclipse.xtext.nodemodel.INode;

/** The conversions between the text of strings, numbers and names, and their values. */
public class ValueConverters extends AbstractDeclarativeValueConverterService {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_](-?[A-Za-z0-9_])*");
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** Converts strings in double quotes; a backslash before a quote or a backslash. */
    @ValueConverter(rule = "STRING")
    public IValueConverter<String> string() {
        return new StringConverter();
    }

    /** Returns the converter of whole numbers. */
    @ValueConverter(rule = "INTEGER")
    public IValueConverter<Integer> integer() {
        return new NumberConverter<>() {
            @Override
            Integer number(String text) {
                return new BigDecimal(text).intValueExact();
            }
        };
    }

    /** Returns the converter of long whole numbers. */
    @ValueConverter(rule = "LONG")
    public IValueConverter<Long> longInteger() {
        return new NumberConverter<>() {
            @Override
            Long number(String text) {
                return new BigDecimal(text).longValueExact();
            }
        };
    }

    /** Converts numbers. */
    @ValueConverter(rule = "DECIMAL")
    public IValueConverter<BigDecimal> decimal() {
        return new NumberConverter<>() {
            @Override
            BigDecimal number(String text) {
                return new BigDecimal(text);
            }
        };
    }

    /** Names of statistics, with single blanks. */
    @ValueConverter(rule = "StatisticName")
    public IValueConverter<String> statisticName() {
        return new AbstractNullSafeConverter<>() {
            @Override
            protected String internalToString(String value) {
                return value;
            }

            @Override
            protected String internalToValue(String text, INode node) {
                return BLANKS.matcher(text.trim()).replaceAll(" ");
            }
        };
    }

    /** Names of partner links: in quotes where the language has no such name. */
    @ValueConverter(rule = "PartnerLinkName")
    public IValueConverter<String> partnerLinkName() {
        StringConverter quoted = new StringConverter();
        return new AbstractNullSafeConverter<>() {
            @Override
            protected String internalToString(String value) {
                return NAME.matcher(value).matches() ? value : quoted.internalToString(value);
            }

            @Override
            protected String internalToValue(String text, INode node) {
                return text.startsWith("\"") ? quoted.internalToValue(text, node) : text;
            }
        };
    }

    private static final class StringConverter extends AbstractNullSafeConverter<String> {
        @Override
        protected String internalToString(String value) {
            return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }

        @Override
        protected String internalToValue(String text, INode node) {
            StringBuilder value = new StringBuilder(text.length());
            for (int i = 1; i < text.length() - 1; i++) {
                char c = text.charAt(i);
                if (c == '\\') {
                    i++;
                    c = text.charAt(i);
                }
                value.append(c);
            }
            return value.toString();
        }
    }

    private abstract static class NumberConverter<T extends Number> extends AbstractNullSafeConverter<T> {

        abstract T number(String text);

        @Override
        protected String internalToString(T value) {
            return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
        }

        @Override
        protected T internalToValue(String text, INode node) {
            try {
                return number(text);
            } catch (ArithmeticException | NumberFormatException e) {
                throw new ValueConverterException(
                        "\"" + text + "\" is no whole number, or too large; write one without a point", node, null);
            }
        }
    }
}
