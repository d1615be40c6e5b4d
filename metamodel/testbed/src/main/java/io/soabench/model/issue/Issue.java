package io.soabench.model.issue;

import java.nio.file.Path;
import java.util.Comparator;

/**
 * A fact about a model, or a file that it names, that its author should know.
 *
 * @param severity severity of the issue
 * @param code the rule
 * @param place where
 * @param message the finding and the correction, with names in quotes
 */
public record Issue(Severity severity, IssueCode code, Place place, String message) implements Comparable<Issue> {

    /** The severity of an issue. */
    public enum Severity {
        /** The model cannot be compiled. */
        ERROR,
        /** The model can be compiled, but probably does not mean what was wished. */
        WARNING,
        /** Useful information. */
        INFO
    }

    private static final Comparator<Issue> ORDER = Comparator.comparing(Issue::path)
            .thenComparingInt(issue -> issue.place().line())
            .thenComparingInt(issue -> issue.place().column())
            .thenComparing(issue -> issue.code().id())
            .thenComparing(Issue::message);

    /** Returns the file. */
    public Path path() {
        return place.file();
    }

    /** Compares by file, line, column, code, message. */
    @Override
    public int compareTo(Issue other) {
        return ORDER.compare(this, other);
    }

    /** Returns {@code file:line:column: [code] message}, the file relative to a folder if it is below it. */
    public String text(Path folder) {
        Path absolute = path().toAbsolutePath().normalize();
        Path base = folder.toAbsolutePath().normalize();
        Path shown = absolute.startsWith(base) ? base.relativize(absolute) : absolute;
        return shown.toString().replace('\\', '/') + ":" + place.line() + ":" + place.column() + ": [" + code.id()
                + "] " + message;
    }

    /** Returns {@code file:line:column: [code] message}, the file relative to the working folder if it is below it. */
    @Override
    public String toString() {
        return text(Path.of(""));
    }
}
