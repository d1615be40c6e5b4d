package io.soabench.generators;

import io.soabench.model.issue.Issue;
import java.util.List;
import java.util.stream.Collectors;

/** A testbed cannot be compiled. Each issue says where, what, and what to change. */
public final class CompilationRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Issue> issues;

    /** With all issues at once. */
    public CompilationRefused(List<Issue> issues) {
        super(issues.stream().map(Issue::toString).collect(Collectors.joining("\n")));
        this.issues = List.copyOf(issues);
    }

    /** All issues, at least one of them an error, each once, sorted by place. */
    public List<Issue> issues() {
        return issues;
    }
}
