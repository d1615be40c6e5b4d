package io.soabench.ode;

import java.util.List;

/** The program cannot start because of something that its user can mend: one sentence each. */
final class OdeRefused extends Exception {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // List.copyOf is serializable
    private final List<String> problems;

    OdeRefused(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    OdeRefused(String problem) {
        this(List.of(problem));
    }

    /** What is wrong, where, and what to change. */
    List<String> problems() {
        return problems;
    }
}
