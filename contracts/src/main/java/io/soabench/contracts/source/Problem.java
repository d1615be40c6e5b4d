package io.soabench.contracts.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A reason for which a document is refused. It has a stable code ({@code SA00001}… for the static analysis of WS-BPEL 2.0 appendix B,
 * {@code BPEL-…}, {@code WSDL-…}, {@code XSD-…}, {@code XML-…} otherwise) and a place (see {@link Location}). Its sentence names things in
 * quotes with the remedy. Immutable; orders by place, code, message.
 */
public record Problem(String code, String file, int line, int column, String message) implements Comparable<Problem> {
    private static final Comparator<Problem> ORDER =
            Comparator.comparing(Problem::location).thenComparing(Problem::code).thenComparing(Problem::message);

    public Problem {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(message, "message");
    }

    /**
     * Returns each problem once: those of one code and sentence become one at the first of their places, whose sentence names the others.
     * Sorted by place.
     */
    public static List<Problem> merged(Collection<Problem> problems) {
        Map<List<String>, List<Problem>> same = new LinkedHashMap<>();
        problems.stream().sorted().forEach(problem -> same.computeIfAbsent(
                        List.of(problem.code(), problem.message()), absent -> new ArrayList<>())
                .add(problem));
        return same.values().stream().map(Problem::first).toList();
    }

    private static Problem first(List<Problem> same) {
        Problem first = same.get(0);
        if (same.size() == 1) {
            return first;
        }
        String others = same.stream()
                .skip(1)
                .map(problem -> problem.location().toString())
                .collect(Collectors.joining(", "));
        return new Problem(
                first.code(),
                first.file(),
                first.line(),
                first.column(),
                first.message() + " (also at " + others + ")");
    }

    /** Returns the place as one value. */
    public Location location() {
        return new Location(file, line, column);
    }

    @Override
    public int compareTo(Problem other) {
        return ORDER.compare(this, other);
    }

    /** Returns {@code file:line:column: [code] message}. */
    @Override
    public String toString() {
        return location() + ": [" + code + "] " + message;
    }
}
