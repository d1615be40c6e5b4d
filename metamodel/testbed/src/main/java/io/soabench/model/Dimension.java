package io.soabench.model;

import io.soabench.model.testbed.Unit;

/** The dimension of a quantity. Two quantities can be compared when their dimension is the same. */
public enum Dimension {
    /** A plain number. */
    NUMBER("a number without unit"),
    /** A time; canonical unit second. */
    TIME("a time (ns, us, ms, s, min, h)"),
    /** A square of a time, as variances have it; canonical unit square second. */
    SQUARED_TIME("a squared time (s2, ms2)"),
    /** A number in a time; canonical unit 1/s. */
    RATE("a rate (/s, /min, /h)"),
    /** A share; canonically from 0 to 1. */
    RATIO("a percentage (%)"),
    /** An amount of data; canonical unit byte. */
    SIZE("a size (B, KiB, MiB, GiB, kB, MB, GB)");

    private final String description;

    Dimension(String description) {
        this.description = description;
    }

    /** Returns a few words for messages, with the units that can be written. */
    public String description() {
        return description;
    }

    /** Returns the dimension of a unit. */
    public static Dimension of(Unit unit) {
        return switch (unit) {
            case NONE -> NUMBER;
            case NANOSECOND, MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR -> TIME;
            case PER_SECOND, PER_MINUTE, PER_HOUR -> RATE;
            case PERCENT -> RATIO;
            case BYTE, KIBIBYTE, MEBIBYTE, GIBIBYTE, KILOBYTE, MEGABYTE, GIGABYTE -> SIZE;
            case SQUARE_SECOND, SQUARE_MILLISECOND -> SQUARED_TIME;
        };
    }
}
