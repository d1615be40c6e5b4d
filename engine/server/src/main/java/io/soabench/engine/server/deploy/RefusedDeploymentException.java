package io.soabench.engine.server.deploy;

import io.soabench.contracts.source.Problem;
import java.util.List;

/** An archive that cannot be deployed, with all reasons. */
public final class RefusedDeploymentException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** For at least one problem. */
    public RefusedDeploymentException(List<Problem> problems) {
        super(problems.get(0).toString());
        this.problems = Problem.merged(problems);
    }

    /** For one problem with the archive as a whole or one file of it. */
    public RefusedDeploymentException(String code, String file, String message) {
        this(List.of(new Problem(code, file, 0, 0, message)));
    }

    /** All problems, each once. */
    public List<Problem> problems() {
        return problems;
    }
}
