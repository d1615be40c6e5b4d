package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.fault.FaultException;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import io.soabench.engine.runtime.kernel.Worker;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code for} or {@code until} of a wait or an alarm (WS-BPEL 2.0, sections 10.7 and 11.5).
 *
 * @param expression an expression whose value is an xsd:duration ({@code for}), or an xsd:dateTime or xsd:date ({@code
 *     until})
 * @param deadline whether it is {@code until}; a time without a zone is in UTC
 */
public record TimeSpecification(CompiledExpression expression, boolean deadline) {
    private static final Pattern DURATION = Pattern.compile(
            "(-)?P(?:(\\d+)Y)?(?:(\\d+)M)?(?:(\\d+)D)?(T(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:\\.\\d+)?)S)?)?");
    private static final Pattern DEADLINE = Pattern.compile(
            "(-?\\d{4,})-(\\d\\d)-(\\d\\d)" + "(?:T(\\d\\d):(\\d\\d):(\\d\\d)(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)?");
    private static final Pattern MIDNIGHT = Pattern.compile("T24:00:00(\\.0+)?(Z|[+-]|$)");
    private static final int MOST_CHARS = 100;
    private static final int FARTHEST_YEAR = 100_000_000;
    private static final double DAYS_PER_MONTH = 365.2425 / 12;
    private static final double NS_PER_SECOND = 1e9;
    private static final long NS_PER_MS = 1_000_000;
    private static final double SECONDS_PER_DAY = 86_400;

    /**
     * The value of a specification.
     *
     * @param deadline whether the value is a time of the wall clock
     * @param value that time in milliseconds since 1970; else a duration in nanoseconds, at least 0
     */
    record Moment(boolean deadline, long value) {
        /** Returns the time until then in nanoseconds, at least 0, if the wall clock makes no step. */
        long delayNs(Frame frame) {
            return deadline ? sinceNs(nowMs(frame), value) : value;
        }

        /** Returns the time by which the wall clock is past a deadline, in nanoseconds, at least 0. */
        long lateNs(Frame frame) {
            return deadline ? sinceNs(value, nowMs(frame)) : 0;
        }

        /** Sets an alarm for a frame. A deadline follows the wall clock, also when that clock makes a step. */
        Worker.Alarm set(Frame frame, int number) {
            return deadline
                    ? frame.instance().alarms().setUntil(frame, number, value)
                    : frame.instance().alarms().set(frame, number, value);
        }

        private static long nowMs(Frame frame) {
            return frame.instance().nowMs();
        }

        private static long sinceNs(long beforeMs, long afterMs) {
            return Math.min(Math.max(0, afterMs - beforeMs), Long.MAX_VALUE / NS_PER_MS) * NS_PER_MS;
        }
    }

    /**
     * Returns the value for a frame. A year counts as 365.2425 days.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException invalidExpressionValue when the text is no such value
     */
    Moment moment(Frame frame) {
        String text = expression.string(frame).strip();
        return deadline ? new Moment(true, deadlineMs(text)) : new Moment(false, Math.max(0, durationNs(text)));
    }

    /** Returns the length of an xsd:duration in nanoseconds, at most {@link Long#MAX_VALUE}. */
    static long durationNs(String text) {
        Matcher parts = text.length() > MOST_CHARS ? null : DURATION.matcher(text);
        if (parts == null || !parts.matches() || text.endsWith("P") || text.endsWith("T")) {
            throw StandardFault.INVALID_EXPRESSION_VALUE.thrown("'" + shown(text) + "' is no duration like PT1.5S.");
        }
        double days = number(parts.group(2)) * 12 * DAYS_PER_MONTH
                + number(parts.group(3)) * DAYS_PER_MONTH
                + number(parts.group(4));
        double seconds = days * SECONDS_PER_DAY
                + number(parts.group(6)) * Duration.ofHours(1).toSeconds()
                + number(parts.group(7)) * Duration.ofMinutes(1).toSeconds()
                + number(parts.group(8));
        long ns = (long) (seconds * NS_PER_SECOND);
        return parts.group(1) == null ? ns : -ns;
    }

    private static double number(String digits) {
        return digits == null ? 0 : Double.parseDouble(digits);
    }

    /** Returns the time of an xsd:dateTime or xsd:date in milliseconds since 1970. */
    static long deadlineMs(String text) {
        Matcher parts = text.length() > MOST_CHARS ? null : DEADLINE.matcher(text);
        if (parts == null || !parts.matches()) {
            throw noDeadline(text);
        }
        try {
            LocalDate day = LocalDate.of(
                    year(parts.group(1)), Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3)));
            boolean midnight = "24".equals(parts.group(4));
            LocalTime time = parts.group(4) == null || midnight
                    ? LocalTime.MIDNIGHT
                    : LocalTime.of(
                            Integer.parseInt(parts.group(4)),
                            Integer.parseInt(parts.group(5)),
                            Integer.parseInt(parts.group(6)),
                            nanos(parts.group(7)));
            if (midnight && !MIDNIGHT.matcher(text).find()) {
                throw noDeadline(text);
            }
            String zone = parts.group(8);
            return (midnight ? day.plusDays(1) : day)
                    .atTime(time)
                    .toInstant(zone == null ? ZoneOffset.UTC : ZoneOffset.of(zone))
                    .toEpochMilli();
        } catch (DateTimeException e) {
            throw noDeadline(text);
        }
    }

    private static FaultException noDeadline(String text) {
        return StandardFault.INVALID_EXPRESSION_VALUE.thrown(
                "'" + shown(text) + "' is no date and time like 2026-01-31T12:00:00Z.");
    }

    private static String shown(String text) {
        return text.length() > MOST_CHARS ? text.substring(0, MOST_CHARS) + "…" : text;
    }

    /** Returns a year, limited to years whose milliseconds a long holds. Times beyond them are never reached. */
    private static int year(String digits) {
        BigInteger year = new BigInteger(digits);
        return year.min(BigInteger.valueOf(FARTHEST_YEAR))
                .max(BigInteger.valueOf(-FARTHEST_YEAR))
                .intValue();
    }

    private static int nanos(String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction.substring(1) + "000000000").substring(0, 9));
    }
}
