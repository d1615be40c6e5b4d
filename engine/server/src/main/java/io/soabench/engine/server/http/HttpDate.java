package io.soabench.engine.server.http;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The form of dates in HTTP: IMF-fixdate (RFC 9110, section 5.6.7). No state. */
public final class HttpDate {
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private HttpDate() {}

    /** Returns a time in milliseconds since 1970 as a date; the milliseconds of the second are left out. */
    public static String of(long epochMs) {
        return FORM.format(Instant.ofEpochMilli(epochMs));
    }
}
