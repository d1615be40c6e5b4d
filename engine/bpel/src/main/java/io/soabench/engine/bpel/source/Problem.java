package io.soabench.engine.bpel.source;

import java.util.Comparator;
import java.util.Objects;

/**
 * One reason for which a document is refused: a stable code ({@code SA00001}… for the static analysis of WS-BPEL 2.0
 * appendix B, {@code BPEL-…}, {@code WSDL-…}, {@code XSD-…}, {@code XML-…} otherwise), a place (see {@link Location}) and
 * a sentence that names things in quotes and says what to change. Immutable; orders by place, code, message.
 */
public record Problem(String code, String file, int line, int column, String message) implements Comparable<Problem> {
    private static final Comparator<Problem> ORDER =
            Comparator.comparing(Problem::location).thenComparing(Problem::code).thenComparing(Problem::message);

    public Problem {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(message, "message");
    }

    /** The place as one value. */
    public Location location() {
        return new Location(file, line, column);
    }

    @Override
    public int compareTo(Problem other) {
        return ORDER.compare(this, other);
    }

    /** {@code file:line:column: [code] message}. */
    @Override
    public String toString() {
        return location() + ": [" + code + "] " + message;
    }
}
