package io.soabench.engine.runtime.activity;

import io.soabench.engine.runtime.expression.CompiledExpression;
import io.soabench.engine.runtime.fault.StandardFault;
import io.soabench.engine.runtime.kernel.Frame;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code for} or {@code until} of a wait or alarm.
 *
 * @param expression yields an xsd:duration or an xsd:dateTime or xsd:date
 * @param deadline whether it is the latter; a time without zone is UTC
 */
public record TimeSpecification(CompiledExpression expression, boolean deadline) {
    private static final Pattern DURATION = Pattern.compile(
            "(-)?P(?:(\\d+)Y)?(?:(\\d+)M)?(?:(\\d+)D)?(T(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:\\.\\d+)?)S)?)?");
    private static final double DAYS_PER_MONTH = 365.2425 / 12;
    private static final double NS_PER_SECOND = 1e9;
    private static final long NS_PER_MS = 1_000_000;
    private static final double SECONDS_PER_DAY = 86_400;

    /**
     * Nanoseconds from now, at least 0; a year counts as 365.2425 days.
     *
     * @throws io.soabench.engine.runtime.fault.FaultException invalidExpressionValue when the text is no such value
     */
    public long delayNs(Frame frame) {
        String text = expression.string(frame).strip();
        if (!deadline) {
            return Math.max(0, durationNs(text));
        }
        long untilMs = deadlineMs(text) - frame.instance().kernel().clock().epochMs();
        return Math.max(0, Math.min(untilMs, Long.MAX_VALUE / NS_PER_MS) * NS_PER_MS);
    }

    /** Length of an xsd:duration in nanoseconds, at most what a long holds. */
    static long durationNs(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches() || text.endsWith("P") || text.endsWith("T")) {
            throw StandardFault.INVALID_EXPRESSION_VALUE.thrown("'" + text + "' is no duration like PT1.5S.");
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

    private static long deadlineMs(String text) {
        try {
            if (text.length() <= "2026-01-01".length()) {
                return LocalDate.parse(text)
                        .atStartOfDay()
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli();
            }
            boolean zoned = text.endsWith("Z") || text.lastIndexOf('+') > 10 || text.lastIndexOf('-') > 10;
            return zoned
                    ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
                    : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC).toEpochMilli();
        } catch (DateTimeParseException e) {
            throw StandardFault.INVALID_EXPRESSION_VALUE.thrown(
                    "'" + text + "' is no date and time like 2026-01-31T12:00:00Z.");
        }
    }
}
