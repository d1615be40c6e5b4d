package io.soabench.ode;

import java.util.List;

/** The refusal to start the program because of mistakes that its user can correct: one sentence each. */
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

    /** Returns the problems, each with its place and a remedy. */
    List<String> problems() {
        return problems;
    }
}
