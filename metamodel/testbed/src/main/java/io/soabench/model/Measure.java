package io.soabench.model;

import io.soabench.model.testbed.Quantity;
import io.soabench.model.testbed.Unit;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Objects;

/**
 * A quantity in the canonical unit of its dimension: seconds, square seconds, 1/s, a ratio, bytes or a plain number.
 * This is the only place where units are converted. Values of units that are a multiple of the canonical one are exact;
 * the others are rounded to 34 digits.
 *
 * @param value in the canonical unit
 * @param dimension dimension of the quantity
 */
public record Measure(BigDecimal value, Dimension dimension) {

    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);
    private static final BigDecimal MILLIS_PER_SECOND = BigDecimal.valueOf(1_000L);

    public Measure {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(dimension, "dimension");
    }

    /** Returns the measure of a quantity of a model. */
    public static Measure of(Quantity quantity) {
        return of(quantity.getValue(), quantity.getUnit());
    }

    /** Returns a quantity as it is written. */
    public static String text(Quantity quantity) {
        String number = quantity.getValue().toPlainString();
        return quantity.getUnit() == null || quantity.getUnit() == Unit.NONE
                ? number
                : number + " " + quantity.getUnit().getLiteral();
    }

    /** Returns the measure of a number with a unit. */
    public static Measure of(BigDecimal number, Unit unit) {
        return new Measure(canonical(number, unit).stripTrailingZeros(), Dimension.of(unit));
    }

    private static BigDecimal canonical(BigDecimal number, Unit unit) {
        return switch (unit) {
            case NONE, SECOND, PER_SECOND, BYTE, SQUARE_SECOND -> number;
            case NANOSECOND -> number.movePointLeft(9);
            case MICROSECOND, SQUARE_MILLISECOND -> number.movePointLeft(6);
            case MILLISECOND -> number.movePointLeft(3);
            case PERCENT -> number.movePointLeft(2);
            case MINUTE -> times(number, 60);
            case HOUR -> times(number, 3600);
            case PER_MINUTE -> number.divide(BigDecimal.valueOf(60), MathContext.DECIMAL128);
            case PER_HOUR -> number.divide(BigDecimal.valueOf(3600), MathContext.DECIMAL128);
            case KIBIBYTE -> times(number, 1L << 10);
            case MEBIBYTE -> times(number, 1L << 20);
            case GIBIBYTE -> times(number, 1L << 30);
            case KILOBYTE -> number.movePointRight(3);
            case MEGABYTE -> number.movePointRight(6);
            case GIGABYTE -> number.movePointRight(9);
        };
    }

    private static BigDecimal times(BigDecimal number, long factor) {
        return number.multiply(BigDecimal.valueOf(factor));
    }

    /** Returns a time in seconds. */
    public double seconds() {
        return in(Dimension.TIME).doubleValue();
    }

    /** Returns a time in milliseconds. */
    public double millis() {
        return in(Dimension.TIME).multiply(MILLIS_PER_SECOND).doubleValue();
    }

    /** Returns a time in nanoseconds, rounded half up. */
    public long nanos() {
        return in(Dimension.TIME)
                .multiply(NANOS_PER_SECOND)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** Returns a time, to the nanosecond. */
    public Duration duration() {
        return Duration.ofNanos(nanos());
    }

    /** Returns the square seconds of a squared time. */
    public double squareSeconds() {
        return in(Dimension.SQUARED_TIME).doubleValue();
    }

    /** Returns a rate in 1/s. */
    public double perSecond() {
        return in(Dimension.RATE).doubleValue();
    }

    /** Returns the bytes of a size, rounded half up. */
    public long bytes() {
        return in(Dimension.SIZE).setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** Returns a ratio: of a percentage its hundredth part, of a plain number the number. */
    public double ratio() {
        return dimension == Dimension.NUMBER
                ? value.doubleValue()
                : in(Dimension.RATIO).doubleValue();
    }

    /** Returns a plain number. */
    public double number() {
        return in(Dimension.NUMBER).doubleValue();
    }

    /** Returns whether the value is below, equal to or above zero: -1, 0, 1. */
    public int sign() {
        return value.signum();
    }

    private BigDecimal in(Dimension expected) {
        if (dimension != expected) {
            throw new IllegalArgumentException(
                    "expected " + expected.description() + ", found " + dimension.description());
        }
        return value;
    }
}
