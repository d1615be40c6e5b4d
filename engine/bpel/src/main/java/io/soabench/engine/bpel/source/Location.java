package io.soabench.engine.bpel.source;

import java.util.Comparator;
import java.util.Objects;

/**
 * A place in a source document: file as it was named when it was loaded, line and column counted from 1; line 0 means
 * the document as a whole. Immutable; orders by file, line, column.
 */
public record Location(String file, int line, int column) implements Comparable<Location> {
    private static final Comparator<Location> ORDER = Comparator.comparing(Location::file)
            .thenComparingInt(Location::line)
            .thenComparingInt(Location::column);

    public Location {
        Objects.requireNonNull(file, "file");
    }

    /** The document as a whole. */
    public static Location of(String file) {
        return new Location(file, 0, 0);
    }

    @Override
    public int compareTo(Location other) {
        return ORDER.compare(this, other);
    }

    /** {@code file:line:column}, or only the file when there is no line. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
