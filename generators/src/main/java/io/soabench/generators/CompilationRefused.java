package io.soabench.generators;

import io.soabench.model.issue.Issue;
import java.util.List;
import java.util.stream.Collectors;

/** A failure because a testbed cannot be compiled. Each issue has a place, a problem and a remedy. */
public final class CompilationRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Issue> issues;

    /** Creates a failure with all issues. */
    public CompilationRefused(List<Issue> issues) {
        super(issues.stream().map(Issue::toString).collect(Collectors.joining("\n")));
        this.issues = List.copyOf(issues);
    }

    /** Returns all issues, at least one of them an error, each once, sorted by place. */
    public List<Issue> issues() {
        return issues;
    }
}
