package io.soabench.model.issue;

import java.nio.file.Path;

/**
 * A place in a file.
 *
 * @param file any path; issues of one file have the same
 * @param line from 1
 * @param column from 1
 */
public record Place(Path file, int line, int column) {

    /** Returns the start of a file. */
    public static Place startOf(Path file) {
        return new Place(file, 1, 1);
    }
}
