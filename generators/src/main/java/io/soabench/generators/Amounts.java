package io.soabench.generators;

import java.time.Duration;
import java.util.Locale;

/** Large numbers in words with two digits, because estimates are not more precise. */
final class Amounts {

    private static final String[] PREFIXES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

    private Amounts() {}

    static String count(long n, String noun) {
        return n + " " + noun + (n == 1 ? "" : "s");
    }

    static String text(double requests, double bytes, Duration time) {
        return "about " + rounded(requests) + " requests, " + bytes(bytes) + " on disk, " + time(time);
    }

    /** Returns the number with two significant digits. */
    static String rounded(double number) {
        if (number < 100) {
            return Long.toString(Math.round(number));
        }
        double unit = Math.pow(10, Math.floor(Math.log10(number)) - 1);
        return String.format(Locale.ROOT, "%,.0f", Math.round(number / unit) * unit);
    }

    static String bytes(double bytes) {
        double value = bytes;
        int prefix = 0;
        while (value >= 1000 && prefix < PREFIXES.length - 1) {
            value /= 1024;
            prefix++;
        }
        return (value < 10 && prefix > 0 ? String.format(Locale.ROOT, "%.1f", value) : Long.toString(Math.round(value)))
                + " " + PREFIXES[prefix];
    }

    static String time(Duration time) {
        if (time.compareTo(Duration.ofMinutes(2)) < 0) {
            return time.toSeconds() + " s";
        }
        if (time.compareTo(Duration.ofHours(2)) < 0) {
            return time.toMinutes() + " min";
        }
        return time.compareTo(Duration.ofDays(2)) < 0
                ? time.toHours() + " h " + time.toMinutesPart() + " min"
                : time.toDays() + " days";
    }
}
