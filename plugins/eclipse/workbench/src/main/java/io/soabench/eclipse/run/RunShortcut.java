package io.soabench.eclipse.run;

/** Run As &gt; SOABench. */
public final class RunShortcut extends GoalShortcut {

    /** For the platform. */
    public RunShortcut() {
        super(Goal.RUN);
    }
}
