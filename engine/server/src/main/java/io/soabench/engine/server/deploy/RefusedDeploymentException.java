package io.soabench.engine.server.deploy;

import io.soabench.contracts.source.Problem;
import java.util.List;

/** The refusal of a deployment, with all problems. */
public final class RefusedDeploymentException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** Makes a refusal with at least one problem. */
    public RefusedDeploymentException(List<Problem> problems) {
        super(problems.get(0).toString());
        this.problems = Problem.merged(problems);
    }

    /** Makes a refusal with one problem of the archive as a whole, or of one of its files. */
    public RefusedDeploymentException(String code, String file, String message) {
        this(List.of(new Problem(code, file, 0, 0, message)));
    }

    /** Returns all problems, each once. */
    public List<Problem> problems() {
        return problems;
    }
}
