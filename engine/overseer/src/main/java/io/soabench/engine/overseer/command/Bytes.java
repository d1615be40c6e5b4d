package io.soabench.engine.overseer.command;

import java.util.Locale;

/** Sizes for people. */
public final class Bytes {

    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};

    private Bytes() {}

    /**
     * Returns a number of bytes in the largest unit of which there is at least one: {@code 32 KiB}, {@code 11.9 GiB}.
     */
    public static String text(long bytes) {
        double size = bytes;
        int unit = 0;
        while (size >= 1024 && unit < UNITS.length - 1) {
            size /= 1024;
            unit++;
        }
        String digits = String.format(Locale.ROOT, size < 100 ? "%.1f" : "%.0f", size);
        return (digits.endsWith(".0") ? digits.substring(0, digits.length() - 2) : digits) + " " + UNITS[unit];
    }
}
