package io.soabench.contracts.source;

import java.util.Comparator;
import java.util.Map;
import java.util.Objects;

/**
 * A place in a source document: file as it was named when it was loaded, line and column counted from 1; line 0 means
 * the document as a whole. Immutable; equal and ordered by file, line, column.
 *
 * @param attributes if this is the place of an element: where its attributes stand, by name
 */
public record Location(String file, int line, int column, Map<String, Location> attributes)
        implements Comparable<Location> {
    private static final Comparator<Location> ORDER = Comparator.comparing(Location::file)
            .thenComparingInt(Location::line)
            .thenComparingInt(Location::column);

    public Location {
        Objects.requireNonNull(file, "file");
        attributes = Map.copyOf(attributes);
    }

    /** Creates a place that is not that of an element with attributes. */
    public Location(String file, int line, int column) {
        this(file, line, column, Map.of());
    }

    /** Returns the document as a whole. */
    public static Location of(String file) {
        return new Location(file, 0, 0);
    }

    /** Returns the place of an attribute of the element that stands here; this place if that is not known. */
    public Location attribute(String name) {
        return attributes.getOrDefault(name, this);
    }

    @Override
    public int compareTo(Location other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Location place && compareTo(place) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(file, line, column);
    }

    /** Returns {@code file:line:column}, or only the file when there is no line. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
