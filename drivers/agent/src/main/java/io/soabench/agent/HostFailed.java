package io.soabench.agent;

import io.soabench.agent.protocol.HostProblem;
import io.soabench.agent.protocol.HostProblem.Code;
import io.soabench.driver.PhaseFailed;

/** A failure of this host to do what it was asked for. */
final class HostFailed extends PhaseFailed {

    private static final long serialVersionUID = 1L;

    private final transient HostProblem problem;

    HostFailed(HostProblem problem, Throwable cause) {
        super(problem.text(), cause);
        this.problem = problem;
    }

    HostFailed(HostProblem problem) {
        this(problem, null);
    }

    HostFailed(Code code, String subject, String text) {
        this(HostProblem.of(code, subject, text), null);
    }

    HostProblem problem() {
        return problem;
    }
}
